import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import puppeteer from 'puppeteer-core'
import { Builder, By, Capabilities } from 'selenium-webdriver'

export type BrowserName = 'chromium' | 'firefox' | 'webkit'

/** What a journey needs of any browser: real presses and keys, and a look into the page. */
export type DrivenBrowser = {
  version: string
  open(url: string): Promise<void>
  /** Evaluates an expression in the page. */
  read(expression: string): Promise<unknown>
  press(selector: string): Promise<void>
  /** Focuses the field and types into it. */
  type(selector: string, text: string): Promise<void>
  close(): Promise<void>
}

const paths = {
  chromium: [process.env.CHROMIUM_PATH ?? '', '/usr/bin/chromium-headless-shell', '/usr/bin/chromium'],
  firefox: [process.env.FIREFOX_PATH ?? '', '/usr/bin/firefox-esr', '/usr/bin/firefox'],
  webkit: [process.env.WEBKIT_DRIVER_PATH ?? '', '/usr/bin/WebKitWebDriver'],
}

/** The path of the browser, or of WebKit's driver; undefined on a machine without it. */
export function pathOfBrowser(name: BrowserName): string | undefined {
  return paths[name].find((path) => path !== '' && existsSync(path))
}

export async function startBrowser(name: BrowserName): Promise<DrivenBrowser> {
  const path = pathOfBrowser(name)
  if (!path) throw new Error(`${name} is not installed`)
  return name === 'webkit' ? await startWebKit(path) : await startByPuppeteer(name, path)
}

/** Chromium by its own protocol, and Firefox by WebDriver BiDi. */
async function startByPuppeteer(browser: 'chromium' | 'firefox', executablePath: string): Promise<DrivenBrowser> {
  const started = await puppeteer.launch({
    browser: browser === 'firefox' ? 'firefox' : 'chrome',
    executablePath,
    headless: browser === 'firefox' ? true : 'shell',
    args: browser === 'firefox' ? [] : ['--no-sandbox', '--disable-dev-shm-usage'],
    extraPrefsFirefox: { 'intl.accept_languages': 'es-UY, es' },
    defaultViewport: { width: 1280, height: 900 },
  })
  const page = await started.newPage()
  return {
    version: await started.version(),
    open: async (url) => void (await page.goto(url, { waitUntil: 'domcontentloaded' })),
    read: async (expression) => await page.evaluate(expression),
    press: async (selector) => await page.click(selector),
    type: async (selector, text) => await page.type(selector, text),
    close: async () => await started.close(),
  }
}

/** WebKitGTK by WebDriver, on a screen in memory, because its browser has no mode without one. */
async function startWebKit(driverPath: string): Promise<DrivenBrowser> {
  const port = await freePort()
  const driver = spawn('xvfb-run', ['-a', driverPath, `--port=${port}`, '--host=127.0.0.1'], {
    stdio: 'ignore',
    // A group of its own, so that the screen ends with the driver.
    detached: true,
    env: { ...process.env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', LIBGL_ALWAYS_SOFTWARE: '1' },
  })
  await untilListening(port, driver)
  const capabilities = new Capabilities()
  capabilities.set('browserName', 'MiniBrowser')
  const session = await new Builder()
    .disableEnvironmentOverrides()
    .usingServer(`http://127.0.0.1:${port}`)
    .withCapabilities(capabilities)
    .build()
  const found = await session.getCapabilities()
  return {
    version: `${found.getBrowserName()} ${found.getBrowserVersion()}`,
    open: async (url) => await session.get(url),
    read: async (expression) => await session.executeScript(`return (${expression})`),
    press: async (selector) => await session.findElement(By.css(selector)).click(),
    type: async (selector, text) => await session.findElement(By.css(selector)).sendKeys(text),
    async close() {
      await session.quit().catch(() => undefined)
      if (driver.pid !== undefined) process.kill(-driver.pid, 'SIGTERM')
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function untilListening(port: number, driver: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const isUp = await fetch(`http://127.0.0.1:${port}/status`).then(
      () => true,
      () => false,
    )
    if (isUp) return
    if (driver.exitCode !== null) break
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('the driver of WebKit did not start')
}
