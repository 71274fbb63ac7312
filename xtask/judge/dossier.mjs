// Opens every page from a file with the network off and prints its faults; then takes the pictures.
// node dossier.mjs MODULES BROWSER PAGES IMAGES
import { createRequire } from "node:module";
import { mkdirSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [modules, browserPath, pages, images] = process.argv.slice(2).map((it) => resolve(it));
const require = createRequire(join(modules, "node_modules", "x"));
const { chromium } = require("playwright-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

const wide = { width: 1280, height: 900 };
const phone = { width: 360, height: 780 };
const mostBytes = 300_000;

const browser = await chromium.launch({ executablePath: browserPath });
const found = [];
let looked = 0;

/** Opens a page and calls back with it; every request and console message is a finding. */
async function open(name, viewport, colorScheme, look) {
  const context = await browser.newContext({ viewport, colorScheme, offline: true });
  const page = await context.newPage();
  const at = pathToFileURL(join(pages, name)).href;
  const finding = (what) => found.push(`${name}, ${viewport.width} px, ${colorScheme}: ${what}`);
  page.on("request", (it) => it.url() === at || finding(`asks for ${it.url()}`));
  page.on("console", (it) => finding(`console: ${it.text()}`));
  page.on("pageerror", (it) => finding(`error: ${it.message}`));
  page.on("dialog", (it) => (finding(`dialog: ${it.message()}`), it.dismiss()));
  await page.goto(at);
  await look(page, finding);
  await context.close();
}

/** Forbidden content of a page: elements that run, fetch or take input, and links with a scheme other than HTTP. */
function strangers() {
  const banned = "script,img,iframe,object,embed,form,input,button,base,link,video,audio,math,foreignObject,image,use,animate,set";
  const elements = [...document.querySelectorAll(banned)].map((it) => it.outerHTML.slice(0, 80));
  const all = [...document.querySelectorAll("*")].flatMap((it) => [...it.attributes]);
  const attributes = all.filter((it) => /^on|^style$|^src|^action$/i.test(it.name)).map((it) => `${it.name}="${it.value}"`);
  const leads = all.filter((it) => /href$/i.test(it.name) && !/^(#|https?:\/\/)/.test(it.value)).map((it) => it.value);
  return [...elements, ...attributes, ...leads];
}

function overflow() {
  const { scrollWidth, clientWidth } = document.documentElement;
  return scrollWidth - clientWidth;
}

/** How many folded parts the printed page would leave out. */
async function foldedAway() {
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  const parts = [...document.querySelectorAll("details:not([open]) > .inside")];
  return parts.filter((it) => it.textContent.trim() && !it.checkVisibility()).length;
}

for (const name of readdirSync(pages).filter((it) => it.endsWith(".html")).sort()) {
  for (const viewport of [wide, phone]) {
    for (const scheme of ["light", "dark"]) {
      await open(name, viewport, scheme, async (page, finding) => {
        (await page.evaluate(strangers)).forEach((it) => finding(`on the page: ${it}`));
        await page.emulateMedia({ media: "print" });
        const lost = await page.evaluate(foldedAway);
        if (lost > 0) finding(`${lost} folded parts are not printed`);
        await page.emulateMedia({ media: "screen" });
        for (const state of ["folded", "unfolded"]) {
          if (state === "unfolded") {
            await page.evaluate(() => document.querySelectorAll("details").forEach((it) => (it.open = true)));
          }
          const over = await page.evaluate(overflow);
          if (over > 0) finding(`${state}: ${over} px too wide`);
          await page.evaluate(axe);
          const { violations } = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
          for (const it of violations) {
            const where = it.nodes.slice(0, 3).map((node) => node.target.join(" ")).join(", ");
            finding(`${state}: ${it.impact}: ${it.id}: ${it.help} (${it.nodes.length}: ${where})`);
          }
        }
        looked += 1;
      });
    }
  }
}

await open("ledger.html", wide, "light", async (page, finding) => {
  await page.locator("#positions td a").first().click();
  const isSeen = await page.locator(".turn:target .inside").first().isVisible().catch(() => false);
  if (!isSeen) finding("a link to a turn does not unfold it");
});

for (const [viewport, isStacked] of [[wide, false], [phone, true]]) {
  await open("panel.html", viewport, "light", async (page, finding) => {
    const tops = await page.locator(".takes").first().locator(".take").evaluateAll((all) => all.map((it) => it.offsetTop));
    if (tops.length < 2 || (tops[0] !== tops[1]) !== isStacked) finding(`takes do not stand as they should: ${tops}`);
    await page.locator("#cruxes .matrix td a").first().click();
    const isSeen = await page.locator(".card:target").first().isVisible().catch(() => false);
    if (!isSeen) finding("a cell of the matrix does not lead to its card");
    await page.locator(".card:target .plain a").first().click();
    const isHeard = await page.locator(".uttered:target").first().isVisible().catch(() => false);
    if (!isHeard) finding("a card does not lead to the turn its words stand in");
  });
}

mkdirSync(images, { recursive: true });
for (const [picture, viewport, scheme, part] of [
  ["light", wide, "light", null],
  ["dark", wide, "dark", "#graph"],
  ["phone", phone, "light", null],
]) {
  const path = join(images, `dossier-${picture}.png`);
  await open("ledger.html", viewport, scheme, async (page) => {
    if (part) await page.evaluate((it) => document.querySelector(it).scrollIntoView(), part);
    await page.screenshot({ path });
  });
  if (statSync(path).size > mostBytes) found.push(`${path} has more than ${mostBytes} bytes`);
}
await browser.close();

found.forEach((it) => console.error(it));
console.log(`${looked} views of ${looked / 4} pages: ${found.length === 0 ? "nothing found" : `${found.length} findings`}`);
process.exit(found.length === 0 ? 0 : 1);
