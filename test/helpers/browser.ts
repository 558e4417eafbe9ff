/** A headless Chromium for tests, with pages that report what they must not do. */
import { mkdirSync } from 'node:fs'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import type { LocalAccount } from 'viem/accounts'
import { findServer, missing } from './servers.ts'

/** Where screenshots are kept, for people to look at. */
const OUTPUT = new URL('../output/', import.meta.url)

/** How a page is opened. */
export interface PageOptions extends BrowserContextOptions {
  /** The account of the wallet that the page finds. */
  wallet?: LocalAccount
  /** Whether the address is not served, which a browser complains of. */
  missing?: boolean
}

/** A browser that visits one gateway. */
export interface TestBrowser {
  open(path: string, options?: PageOptions): Promise<Page>
  screenshot(page: Page, name: string): Promise<void>
  /** Requests to other hosts, and what pages complained of. */
  complaints: readonly string[]
  stop(): Promise<void>
}

/** Starts a browser. Rejects where there is none; suites skip it with `suitesWith`. */
export async function startBrowser(url: string): Promise<TestBrowser> {
  const executablePath = findServer('chromium')
  if (executablePath === undefined) throw new Error(missing('chromium'))
  // Chromium has no sandbox for root, as whom CI runs; an imitated GPU costs more than none.
  const args = ['--no-sandbox', '--disable-gpu', '--disable-software-rasterizer']
  const browser = await chromium.launch({ executablePath, args })
  const complaints: string[] = []
  mkdirSync(OUTPUT, { recursive: true })
  return {
    complaints,
    open: (path, options) => open(browser, url, { path, complaints, ...options }),
    screenshot: async (page, name) => {
      await page.screenshot({ path: new URL(`${name}.png`, OUTPUT).pathname })
    },
    stop: () => browser.close(),
  }
}

async function open(
  browser: Browser,
  url: string,
  {
    path,
    complaints,
    wallet,
    missing: isMissing = false,
    ...options
  }: PageOptions & { path: string; complaints: string[] },
): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
  // Only to end what hangs: a busy machine draws a page in seconds.
  context.setDefaultTimeout(90_000)
  const page = await context.newPage()
  page.on('request', request => {
    if (!request.url().startsWith(`${url}/`) && !/^(?:data|blob):/.test(request.url()))
      complaints.push(`${path} asked ${request.url()}`)
  })
  page.on('pageerror', error => complaints.push(`${path}: ${error.message}`))
  page.on('console', message => {
    // A 402 is what the pages wait for, and a test may cut a connection.
    const expected = isMissing ? /status of 40[24]/ : /status of 402|net::ERR_FAILED/
    const isExpected = expected.test(message.text())
    if (message.type() === 'error' && !isExpected) complaints.push(`${path}: ${message.text()}`)
  })
  if (wallet !== undefined) await giveWallet(page, wallet)
  await page.goto(url + path)
  return page
}

/** Gives a page a wallet (EIP-1193) on another chain, which switches and signs when it is asked. */
async function giveWallet(page: Page, account: LocalAccount): Promise<void> {
  let chainId = '0x1'
  await page.exposeFunction('askWallet', async (method: string, params: any[]) => {
    switch (method) {
      case 'eth_requestAccounts':
        return [account.address]
      case 'eth_chainId':
        return chainId
      case 'wallet_switchEthereumChain':
        chainId = params[0].chainId
        return null
      case 'eth_signTypedData_v4': {
        const { domain, types, primaryType, message } = JSON.parse(params[1])
        if (domain.chainId !== Number(chainId)) throw new Error('another chain is chosen')
        const { EIP712Domain: _, ...own } = types
        return account.signTypedData({ domain, types: own, primaryType, message })
      }
      default:
        throw new Error(`${method} is not served`)
    }
  })
  await page.addInitScript(
    'window.ethereum = { request: ({ method, params }) => window.askWallet(method, params) }',
  )
}
