/** The pages in a headless Chromium: quotes, purchases with a wallet, and what screen readers need. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import type { Buyer } from '../helpers/buyer.ts'
import { startBrowser, type TestBrowser } from '../helpers/browser.ts'
import { startGateway, type TestGateway } from '../helpers/gateway.ts'
import { suitesWith } from '../helpers/servers.ts'

const { describe, it } = suitesWith('chromium')

const DESKTOP = { width: 1280, height: 900 }
const PHONE = { width: 390, height: 844 }
const SOLD = '/api/v1/pm/venue-a/markets?limit=2'
const PRICE = 8_500n

describe('pages in a browser', { timeout: 180_000 }, () => {
  let shop: TestGateway
  let buyer: Buyer
  let browser: TestBrowser
  beforeAll(async () => {
    shop = await startGateway()
    buyer = await shop.buyer()
    browser = await startBrowser(shop.url)
  })
  afterAll(async () => {
    await browser?.stop()
    await shop?.stop()
  })

  const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  /** What axe finds wrong, in short; on parts of a long page only, or by some rules only. */
  const violations = async (
    page: Page,
    { include, rules }: { include?: string[]; rules?: string[] } = {},
  ): Promise<string[]> => {
    await page.evaluate(AXE)
    const options = {
      resultTypes: ['violations'],
      ...(rules === undefined ? {} : { runOnly: { type: 'rule', values: rules } }),
    }
    const asked = [include ? { include } : 'html', options].map(one => JSON.stringify(one))
    const { violations: found } = (await page.evaluate(`axe.run(${asked.join(', ')})`)) as {
      violations: { id: string; nodes: { html: string }[] }[]
    }
    return found.map(({ id, nodes }) => `${id}: ${nodes[0]!.html.slice(0, 200)}`)
  }
  /** Whether something is wider than the page. */
  const overflows = (page: Page): Promise<boolean> =>
    page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')

  it('the front page is readable for everybody, in light and dark, at a desk and on a phone', async () => {
    for (const [size, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
      const page = await browser.open('/', { viewport })
      await page.locator('summary').first().click()
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await browser.screenshot(page, `front-${size}-${colorScheme}`)
        expect(await overflows(page)).toBe(false)
        // Each size and each scheme once, because it takes seconds; a scheme has only its colours.
        const [isLight, isDesktop] = [colorScheme === 'light', size === 'desktop']
        const rules = isLight ? undefined : ['color-contrast', 'link-in-text-block']
        if (isLight === isDesktop) expect(await violations(page, { rules })).toEqual([])
      }
      await page.context().close()
    }
  })

  it('a quote button shows the price that the gateway answers, by keyboard alone', async () => {
    const page = await browser.open('/', { viewport: DESKTOP })
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to prices')
    await page.keyboard.press('Enter')
    const button = page.getByRole('button', { name: 'Quote GET /api/v1/defi/chains', exact: true })
    await button.focus()
    await page.keyboard.press('Enter')
    const output = page.locator('.route', { has: button }).locator('output').first()
    await output.filter({ hasText: 'nothing charged' }).waitFor()
    expect(await output.textContent()).toBe('402: 0.006 USD, nothing charged')
    await browser.screenshot(page, 'front-quoted')
    // In the units of the asset that the page names.
    await page.evaluate("document.querySelector('[data-decimals]').dataset.decimals = '7'")
    await button.click()
    await output.filter({ hasText: '0.0006 USD' }).waitFor()
    await page.context().close()
  })

  it('the front page is whole without scripts, but for its buttons', async () => {
    const page = await browser.open('/', { javaScriptEnabled: false, viewport: PHONE })
    expect(await page.getByRole('button').count()).toBe(0)
    expect(await page.getByRole('heading', { name: 'Prices', exact: true }).count()).toBe(1)
    await page.context().close()
  })

  it('a visitor of a paid GET pays with a wallet, sees the result and can save it', async () => {
    const before = await buyer.balance()
    const page = await browser.open(SOLD, { viewport: DESKTOP, wallet: buyer.account })
    await browser.screenshot(page, 'paywall')
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Pay 0.0085 USD with your wallet' }).click()
    const download = page.getByRole('link', { name: /^Download/ })
    await download.waitFor()
    await browser.screenshot(page, 'paywall-paid')
    expect(await violations(page)).toEqual([])
    expect(await page.getByRole('status').textContent()).toMatch(/^Paid\. Transaction 0x\w{64}$/)
    expect(await page.locator('[data-result] pre').textContent()).toContain('"markets": [')
    expect(await download.getAttribute('download')).toBe('markets.json')
    expect(before - (await buyer.balance())).toBe(PRICE)
    await page.context().close()
  })

  it('a payment that gets no answer is repeated with the same signature', async () => {
    const before = await buyer.balance()
    const page = await browser.open(SOLD, { viewport: PHONE, wallet: buyer.account })
    const signatures: string[] = []
    await page.route('**/api/v1/**', async route => {
      const signature = route.request().headers()['payment-signature']
      if (signature === undefined) return route.continue()
      signatures.push(signature)
      return signatures.length > 1 ? route.continue() : route.abort()
    })
    const button = page.getByRole('button', { name: /^Pay/ })
    await button.click()
    await page.getByText('charged at most once').waitFor()
    await browser.screenshot(page, 'paywall-lost')
    await button.click()
    await page.getByRole('link', { name: /^Download/ }).waitFor()
    expect(signatures[1]).toBe(signatures[0])
    expect(before - (await buyer.balance())).toBe(PRICE)
    await page.context().close()
  })

  it('without a wallet the page says what to do', async () => {
    const page = await browser.open(SOLD, { viewport: PHONE, colorScheme: 'dark' })
    await page.getByText('No wallet was found').waitFor()
    await browser.screenshot(page, 'paywall-phone-dark')
    expect(await violations(page)).toEqual([])
    await page.context().close()
  })

  it('the reference shows prices, and what is tried in it is paid for', async () => {
    const before = await buyer.balance()
    const path = '/docs#tag/defi/GET/api/v1/defi/chains'
    const page = await browser.open(path, { viewport: DESKTOP, wallet: buyer.account })
    const asked: string[] = []
    page.on('dialog', dialog => {
      asked.push(dialog.message())
      void dialog.accept()
    })
    const operation = page.locator('[id="api-1/tag/defi/GET/api/v1/defi/chains"]').first()
    await operation.getByText('0.006 USD').first().waitFor()
    expect(await operation.locator('.badge').textContent()).toBe('0.006 USD')
    expect(await operation.textContent()).toContain('wrapFetchWithPayment')
    await browser.screenshot(page, 'reference')
    const include = ['.bar', '.t-doc__sidebar', '[id="api-1/tag/defi/GET/api/v1/defi/chains"]']
    expect(await violations(page, { include })).toEqual([])
    await operation.locator('button.show-api-client-button').click()
    const paid = page.waitForResponse(
      reply => reply.request().headers()['payment-signature'] !== undefined,
    )
    await page.getByRole('button', { name: /^Send(?! Request)/ }).click()
    expect((await paid).status()).toBe(200)
    await page.getByRole('link', { name: '200 OK' }).waitFor()
    await browser.screenshot(page, 'reference-tried')
    expect(asked).toEqual(['This call costs 0.006 USDC on base. Pay with your wallet?'])
    expect(before - (await buyer.balance())).toBe(6_000n)
    await page.context().close()
  })

  it('the reference shows the least price of an operation, and a sample with its body', async () => {
    const path = '/docs#tag/images/POST/api/v1/images/generations'
    const page = await browser.open(path, { viewport: PHONE, colorScheme: 'dark' })
    const operation = page.locator('[id="api-1/tag/images/POST/api/v1/images/generations"]').first()
    const badge = operation.locator('.badge').first()
    await badge.waitFor()
    await browser.screenshot(page, 'reference-phone-dark')
    expect(await badge.textContent()).toBe('from 0.01675 USD')
    const shown = (await operation.textContent())!.replace(/\s+/g, ' ')
    expect(shown).toContain("JSON.stringify({ model: 'vendorA/image-1', prompt: 'a cat'")
    await page.context().close()
  })

  it('no page asked another host, or complained', () => {
    expect(browser.complaints).toEqual([])
  })
})
