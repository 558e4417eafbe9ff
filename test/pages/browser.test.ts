/**
 * The pages in a headless Chromium: quotes, purchases with a wallet, and what screen readers need.
 */
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
      await page.getByRole('searchbox').fill('image')
      await page.locator('.route:visible summary').first().click()
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
    await page.locator('#data-defi > summary').focus()
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
    expect(await page.getByRole('searchbox').count()).toBe(0)
    expect(await page.getByRole('heading', { name: '@x402/fetch' }).isVisible()).toBe(true)
    await page.locator('#data-defi > summary').click()
    expect(await page.getByText('/api/v1/defi/chains').first().isVisible()).toBe(true)
    expect(await page.getByRole('heading', { name: 'Prices', exact: true }).count()).toBe(1)
    await page.context().close()
  })

  it('the front page is short, and finds what is sold by its words', async () => {
    const page = await browser.open('/', { viewport: DESKTOP })
    const height = (await page.evaluate('document.documentElement.scrollHeight')) as number
    expect(height).toBeLessThan(4000)
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
    await page.getByRole('searchbox').fill('prediction candles')
    await page.getByRole('status').filter({ hasText: 'endpoints' }).waitFor()
    const shown = await page.locator('.route:visible').allTextContents()
    expect(shown.length).toBeGreaterThan(1)
    for (const text of shown) expect(text.toLowerCase()).toContain('candle')
    expect(await page.locator('details.family:visible .name').allTextContents()).toEqual([
      'Prediction markets',
    ])
    await page.getByRole('searchbox').fill('')
    expect(await page.locator('.route:visible').count()).toBe(0)
    await page.goto(`${shop.url}/#media-images`)
    await page.locator('#media-images .route').first().waitFor()
    await page.context().close()
  })

  it('the code of the front page is in tabs that arrows choose, each with a copy button', async () => {
    const page = await browser.open('/', { viewport: PHONE })
    const tabs = page.getByRole('tab')
    expect(await tabs.allTextContents()).toEqual([
      'curl',
      '@x402/fetch',
      "OpenAI's SDK",
      "Anthropic's SDK",
      'Typed client',
      'MCP',
    ])
    await tabs.first().focus()
    await page.keyboard.press('End')
    expect(await page.evaluate('document.activeElement.textContent')).toBe('MCP')
    const panel = page.getByRole('tabpanel')
    expect(await panel.textContent()).toContain(`${shop.url}/mcp`)
    expect(await panel.getByRole('button', { name: 'Copy' }).count()).toBe(1)
    await page.keyboard.press('ArrowRight')
    expect(await panel.textContent()).not.toMatch(/%[0-9A-F]{2}/)
    await browser.screenshot(page, 'front-tabs-phone')
    expect(await violations(page, { include: ['.samples'] })).toEqual([])
    await page.context().close()
  })

  it('on a phone every rate of a table is within the page', async () => {
    const page = await browser.open('/#text-chat', { viewport: PHONE })
    await page.locator('#text-chat .route summary').first().click()
    const cell = page.locator('#text-chat td[data-label="long_output_x"]:not(:empty)').first()
    await cell.scrollIntoViewIfNeeded()
    const box = (await cell.boundingBox())!
    expect(box.x + box.width).toBeLessThanOrEqual(PHONE.width)
    expect(box.width).toBeGreaterThan(0)
    await browser.screenshot(page, 'front-rates-phone')
    await page.context().close()
  })

  it('a visitor of a paid GET pays with a wallet, sees the result and can save it', async () => {
    const before = await buyer.balance()
    const page = await browser.open(SOLD, { viewport: DESKTOP, wallet: buyer.account })
    await page.getByText('fee: 1 × 0.001 = 0.001 USD').waitFor()
    await page.getByRole('tab', { name: 'Typed client' }).waitFor()
    await browser.screenshot(page, 'paywall')
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Pay 0.0085 USDC with your wallet' }).click()
    const download = page.getByRole('link', { name: /^Download/ })
    await download.waitFor()
    await browser.screenshot(page, 'paywall-paid')
    expect(await violations(page)).toEqual([])
    expect(await page.getByRole('status').textContent()).toBe('Paid. The transaction:')
    const result = page.locator('[data-result]')
    expect(await result.locator('.code pre').textContent()).toMatch(/^0x\w{64}$/)
    expect(await result.getByRole('button', { name: 'Copy' }).count()).toBe(1)
    const receipt = await Promise.all([
      page.waitForEvent('download'),
      result.getByRole('link', { name: 'Receipt' }).click(),
    ])
    expect(receipt[0].suggestedFilename()).toBe('receipt.json')
    expect(await page.locator('[data-result] > pre').textContent()).toContain('"markets": [')
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
    await page.getByRole('tab', { name: 'Typed client' }).waitFor()
    const panel = page.getByRole('tabpanel')
    expect(await panel.textContent()).toContain(`await pay('${shop.url}${SOLD}')`)
    await page.getByRole('tab', { name: 'Typed client' }).click()
    expect(await panel.textContent()).toContain("farebox.pm.venueA.markets({\n  limit: '2'\n})")
    await browser.screenshot(page, 'paywall-phone-dark')
    expect(await violations(page)).toEqual([])
    await page.context().close()
  })

  it('a wallet that only announces itself pays too (EIP-6963)', async () => {
    const page = await browser.open(SOLD, { viewport: PHONE })
    await page.evaluate(`window.dispatchEvent(new CustomEvent('eip6963:announceProvider', {
      detail: { info: {}, provider: { request: async () => { throw { code: 4001 } } } } }))`)
    await page.getByRole('button', { name: /^Pay/ }).click()
    await page.getByText('You declined in your wallet').waitFor()
    await page.context().close()
  })

  it('an address that is not served is a page that leads on', async () => {
    const page = await browser.open('/api/v1/defi/chain', { viewport: PHONE, missing: true })
    await browser.screenshot(page, 'missing-phone')
    expect(await violations(page)).toEqual([])
    await page.getByRole('link', { name: '/api/v1/defi/chains' }).click()
    await page.getByRole('heading', { name: 'Value locked on each chain' }).waitFor()
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
    expect(await page.getByText('Client Libraries').count()).toBe(0)
    const frame = await operation.evaluate(
      one => (globalThis as any).getComputedStyle(one).outlineStyle,
    )
    expect(frame).toBe('none')
    const sidebar = page.locator('.t-doc__sidebar')
    expect(await sidebar.getByText('Prediction markets').count()).toBeGreaterThan(0)
    expect(await sidebar.getByText('Alias', { exact: true }).count()).toBe(0)
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
    expect(shown).not.toContain('"url": "string"')
    const price = operation.locator('td', { hasText: /^0\.022$/ }).first()
    const { height } = (await price.boundingBox())!
    expect(height).toBeLessThan(45)
    expect(await price.evaluate(one => (globalThis as any).getComputedStyle(one).textAlign)).toBe(
      'right',
    )
    await operation.locator('table').first().scrollIntoViewIfNeeded()
    await browser.screenshot(page, 'reference-table-phone-dark')
    await page.context().close()
  })

  it('samples of the reference have an address that can be paid for, and read what comes', async () => {
    const sampleOf = async (path: string): Promise<string> => {
      const page = await browser.open(`/docs#tag/${path}`, { viewport: DESKTOP })
      const operation = page.locator(`[id="api-1/tag/${path}"]`).first()
      await operation.getByText('wrapFetchWithPayment').first().waitFor()
      const text = (await operation.textContent())!.replace(/\s+/g, ' ')
      await browser.screenshot(page, `reference-${path.replaceAll(/\W+/g, '-')}`)
      await page.context().close()
      return text
    }
    expect(await sampleOf('defi/GET/api/v1/defi/protocol/{slug}')).toContain(
      `await pay('${shop.url}/api/v1/defi/protocol/aave')`,
    )
    expect(await sampleOf('audio/POST/v1/audio/speech')).toContain('writeFile')
  })

  it('no page asked another host, or complained', () => {
    expect(browser.complaints).toEqual([])
  })
})
