import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { installForRun } from './ask-run.ts'

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const installed = (): string | undefined =>
  [process.env.CHROMIUM_PATH ?? '', ...PLACES].find((path) => existsSync(path))

async function launch(): Promise<Browser> {
  if (!installed()) await installForRun('chromium')
  return await chromium.launch({ executablePath: installed()!, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
}

export interface Screen {
  width: 390 | 1280
  theme: 'light' | 'dark'
}
const HEIGHT = 900
export const SCREENS: readonly Screen[] = [
  { width: 1280, theme: 'light' },
  { width: 1280, theme: 'dark' },
  { width: 390, theme: 'light' },
  { width: 390, theme: 'dark' },
]

export interface OpenPage {
  page: Page
  /** Complaints of the browser: errors of scripts, refusals of the policy, dialogs. */
  complaints: string[]
}

const axeSource = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const ALL_RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules whose outcome depends on the theme. */
const COLOUR_RULES = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }
/** A smaller part costs as much to recognise as to judge. */
const PART_ELEMENTS_MIN = 4

/**
 * Runs axe over a page, except for the parts that it has found clean before: pages share their head, and one state
 * shows much of what another does. Two parts count as the same when their markup and the opening tags around them are
 * equal.
 */
const axeRun = (runOnly: unknown, clean: readonly number[]) => `(async () => {
  const clean = new Set(${JSON.stringify(clean)})
  const parts = []
  const exclude = []
  const hash = (text) => {
    let [a, b] = [0x811c9dc5, 0x9e3779b9]
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      a = Math.imul(a ^ code, 0x01000193)
      b = Math.imul(b ^ code, 0x85ebca6b)
    }
    return (a >>> 0) * 0x200000 + (b >>> 11)
  }
  const look = (element, around) => {
    if (element.getElementsByTagName('*').length < ${PART_ELEMENTS_MIN}) return
    const part = hash(around + element.outerHTML)
    if (clean.has(part)) {
      exclude.push(element)
      return
    }
    parts.push(part)
    const inside = around + element.cloneNode(false).outerHTML
    for (const child of element.children) look(child, inside)
  }
  for (const child of document.body.children) look(child, document.body.cloneNode(false).outerHTML)
  const { violations } = await axe.run({ include: [document], exclude }, { resultTypes: ['violations'], runOnly: ${JSON.stringify(runOnly)} })
  return {
    parts,
    violations: violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 120)).join(' | ')),
  }
})()`

const ILLEGIBLE = `[...document.querySelectorAll('svg')].flatMap((svg) => {
  const frame = svg.getBoundingClientRect()
  const scale = svg.viewBox.baseVal?.width ? frame.width / svg.viewBox.baseVal.width : 1
  const labels = [...svg.querySelectorAll('text')].map((text) => ({
    words: text.textContent, box: text.getBoundingClientRect(), size: scale * parseFloat(getComputedStyle(text).fontSize),
  })).filter(({ box }) => box.width > 0)
  const isOver = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 3 && b.top < a.bottom - 3
  return labels.flatMap(({ words, box, size }, at) => [
    ...(size < 8 ? [words + ' is set in ' + size.toFixed(1) + ' pixels'] : []),
    ...(box.left < frame.left - 1 || box.right > frame.right + 1 ? [words + ' reaches out'] : []),
    ...labels.slice(at + 1).filter((other) => isOver(box, other.box)).map((other) => words + ' lies over ' + other.words),
  ])
})`

/** One browser for a test file; each test takes a context of its own, as another person's browser. */
export function useChromium() {
  let browser: Browser
  const contexts: BrowserContext[] = []
  /** The parts of pages that axe found clean, by theme, width and rules. */
  const cleanParts = new Map<string, Set<number>>()
  beforeAll(async () => {
    browser = await launch()
  }, 300_000)
  afterAll(() => browser?.close())

  return {
    async context({ width, theme }: Screen = SCREENS[0]!): Promise<BrowserContext> {
      const context = await browser.newContext({ viewport: { width, height: HEIGHT }, colorScheme: theme })
      contexts.push(context)
      return context
    },
    /** Opens an address and listens for complaints from the first byte on. */
    async open(context: BrowserContext, url: string): Promise<OpenPage> {
      const opened = await this.page(context)
      await opened.page.goto(url, { waitUntil: 'load' })
      return opened
    },
    /** An empty page that can go from one address to the next. */
    async page(context: BrowserContext): Promise<OpenPage> {
      const page = await context.newPage()
      const complaints: string[] = []
      page.on('pageerror', ({ message }) => complaints.push(message))
      // A failed request is the subject of some tests, and not an error of the page.
      page.on('console', (entry) => {
        if (entry.type() === 'error' && !entry.text().startsWith('Failed to load resource'))
          complaints.push(entry.text())
      })
      page.on('dialog', (dialog) => {
        complaints.push(`dialog: ${dialog.message()}`)
        void dialog.dismiss()
      })
      return { page, complaints }
    },
    /**
     * Findings of axe against WCAG 2.2 AA in what it has not found clean before in this theme at this width. The debugger
     * injects it, since the policy forbids foreign scripts. With `colours` only the rules run that depend on the theme.
     */
    async violations(page: Page, only: 'all' | 'colours' = 'all'): Promise<string[]> {
      const session = await page.context().newCDPSession(page)
      await session.send('Runtime.evaluate', { expression: `globalThis.axe ?? (() => { ${await axeSource} })()` })
      const isDark = await page.evaluate(`matchMedia('(prefers-color-scheme: dark)').matches`)
      const place = `${isDark ? 'dark' : 'light'} ${page.viewportSize()?.width} ${only}`
      const clean = cleanParts.get(place) ?? new Set()
      cleanParts.set(place, clean)
      const { result } = await session.send('Runtime.evaluate', {
        expression: axeRun(only === 'all' ? ALL_RULES : COLOUR_RULES, [...clean]),
        awaitPromise: true,
        returnByValue: true,
      })
      await session.detach()
      const { violations, parts } = result.value as { violations: string[]; parts: number[] }
      if (violations.length === 0) for (const part of parts) clean.add(part)
      return violations
    },
    /** Gives a page's window another width, and waits until what follows the window's size has been drawn again. */
    async widen(page: Page, width: number): Promise<void> {
      if (page.viewportSize()?.width === width) return
      await page.setViewportSize({ width, height: HEIGHT })
      await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
    },
    /** Labels of drawn pictures that lie over one another, reach out of their picture, or are set below 8 pixels. */
    illegible: (page: Page): Promise<string[]> => page.evaluate(ILLEGIBLE),
    /** Returns by how many pixels the page is wider than its window. */
    overflow: (page: Page): Promise<number> =>
      page.evaluate('Math.max(0, document.documentElement.scrollWidth - window.innerWidth)'),
  }
}
