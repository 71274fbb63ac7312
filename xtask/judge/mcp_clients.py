"""Third-party clients use the server: they list, call, watch progress, time out, cancel and sample.

    python mcp_clients.py mcp|fastmcp legacy|2026-07-28 http URL
    python mcp_clients.py mcp|fastmcp legacy|2026-07-28 stdio PROGRAM ARGUMENT...

Prints a line that says what was done, or fails.
"""

import asyncio
import json
import sys

PATIENCE = 120
TURN = json.dumps({
    "position": "Yes, since it can be undone.",
    "reasoning": "What can be undone is cheap to try.",
    "confidence": 0.7,
    "vote": "ACCEPT",
    "claims": [{"label": "FACT", "text": "It can be undone."}],
})


class Seen:
    """What a client saw."""

    def __init__(self):
        self.progress, self.sampled = [], 0

    async def hear(self, progress, total=None, message=None):
        self.progress.append((progress, total, message))


class Mcp:
    """The client of the SDK for Python."""

    def __init__(self, mode, transport, target, seen):
        import mcp
        import mcp.types as types

        async def sample(context, params):
            seen.sampled += 1
            content = types.TextContent(type="text", text=TURN)
            return types.CreateMessageResult(role="assistant", content=content, model="test", stop_reason="endTurn")

        server = target[0] if transport == "http" else mcp.StdioServerParameters(command=target[0], args=target[1:])
        self.client = mcp.Client(server, mode=mode, sampling_callback=sample)
        self.seen = seen

    async def __aenter__(self):
        await self.client.__aenter__()
        return self

    async def __aexit__(self, *why):
        return await self.client.__aexit__(*why)

    async def tools(self):
        return [it.name for it in (await self.client.list_tools()).tools]

    async def call(self, name, arguments, patience=None):
        told = self.seen.hear
        result = await self.client.call_tool(name, arguments, read_timeout_seconds=patience, progress_callback=told)
        assert not result.is_error, result
        return result.structured_content


class FastMcp:
    """The client of fastmcp."""

    def __init__(self, mode, transport, target, seen):
        from fastmcp import Client
        from fastmcp.client.transports import StdioTransport, StreamableHttpTransport

        async def sample(messages, params, context):
            seen.sampled += 1
            return TURN

        stdio = lambda: StdioTransport(target[0], target[1:], keep_alive=False)
        server = StreamableHttpTransport(target[0]) if transport == "http" else stdio()
        self.client = Client(server, mode=mode, sampling_handler=sample)
        self.seen = seen

    async def __aenter__(self):
        await self.client.__aenter__()
        return self

    async def __aexit__(self, *why):
        return await self.client.__aexit__(*why)

    async def tools(self):
        return [it.name for it in await self.client.list_tools()]

    async def call(self, name, arguments, patience=None):
        told = self.seen.hear
        result = await self.client.call_tool(name, arguments, timeout=patience, progress_handler=told)
        return result.structured_content


async def ended(client, debate):
    """Waits until a debate is no longer running."""
    while True:
        waited = await client.call("wait", {"id": debate})
        if waited["state"] not in ("running", "coming_to_rest"):
            return waited


async def judge(library, mode, transport, target):
    seen = Seen()
    kind = {"mcp": Mcp, "fastmcp": FastMcp}[library]
    async with kind(mode, transport, target, seen) as client:
        tools = await client.tools()
        assert {"start_roundtable", "wait"} <= set(tools), tools

        # Starting returns at once; `wait` reports increasing progress.
        table = ["sim/1", "sim/2"]
        start = {"topic": "Shall we try?", "participants": table, "rounds": 12, "algorithm": "fixed_rounds"}
        debate = (await client.call("start_roundtable", start))["id"]
        waited = await ended(client, debate)
        assert waited["state"] == "over", waited
        far = [it[0] for it in seen.progress]
        assert far and far == sorted(set(far)), far
        heard = len(far)

        # A timeout and a cancellation lose nothing.
        debate = (await client.call("start_roundtable", start))["id"]
        try:
            await client.call("wait", {"id": debate}, patience=0.2)
            raise AssertionError("it did not give up")
        except AssertionError:
            raise
        except Exception:
            pass
        waiting = asyncio.create_task(client.call("wait", {"id": debate}))
        await asyncio.sleep(0.2)
        waiting.cancel()
        try:
            await waiting
        except asyncio.CancelledError:
            pass
        waited = await ended(client, debate)
        assert waited["state"] == "over" and waited["events"] > 24, waited

        # The client's own model has a seat.
        start = {"topic": "Shall we try?", "participants": ["me=client", *table], "rounds": 2, "algorithm": "fixed_rounds"}
        debate = (await client.call("start_roundtable", start))["id"]
        waited = await ended(client, debate)
        assert waited["state"] == "over" and waited["spoken"] == 3, waited
        assert seen.sampled >= 2, seen.sampled
    print(f"{len(tools)} tools, {heard} times told how far it is, gave up and cancelled, sampled {seen.sampled} times")


library, mode, transport, *target = sys.argv[1:]
asyncio.run(asyncio.wait_for(judge(library, mode, transport, target), PATIENCE))
