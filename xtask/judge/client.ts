// A TypeScript client: compiled against the types that openapi-typescript generates, never run.
import type { components, operations, paths } from "./api";

type Body<T> = T extends { requestBody: { content: { "application/json": infer B } } } ? B : never;
type Answer<T, S extends number> = T extends { responses: { [K in S]: { content: { "application/json": infer B } } } } ? B : never;

// The two operations that start a debate take different requests.
type Start = Body<operations["start"]>;
type Panel = Body<operations["start_panel"]>;

export const start: Start = {
  topic: "Should we adopt gRPC?",
  ballot: "choice",
  options: ["Adopt", "Wait"],
  rounds: 2,
  attachments: [{ title: "calls.md", text: "Billing makes 40 internal calls a second." }],
};
export const panel: Panel = { topic: "What is it about?", deck: "architects", detection: "vote" };

// @ts-expect-error a field accepts only its enum values
export const mode: Start = { topic: "t", mode: "brawl" };
// @ts-expect-error a request has no other fields
export const other: Start = { topic: "t", extra: 1 };
// @ts-expect-error a panel needs a deck
export const deckless: Panel = { topic: "t" };

// Fields of answers are typed.
export function id(begun: Answer<operations["start"], 201>): string {
  return begun.id;
}
export function isOver(session: components["schemas"]["Session"]): boolean {
  return session.state === "over";
}
export const export_path: keyof paths = "/api/v1/debates/{id}/export";
export const format: NonNullable<NonNullable<operations["export"]["parameters"]["query"]>["format"]> = "adr";
