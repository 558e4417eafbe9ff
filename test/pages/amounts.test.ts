/** Amounts on pages: each network writes them in its own notation. */
import { expect, it } from 'vitest'
import { shownAmount } from '../../generator/emit/pages/browser/challenge.ts'
import { realCatalog } from '../docs/catalog.ts'

it.each([
  ['6000', 6, '0.006'],
  ['1000000', 6, '1'],
  ['1', 6, '0.000001'],
  ['0.022', 0, '0.022'],
  ['0.0220', 0, '0.022'],
  ['1', 0, '1'],
  ['120', 0, '120'],
])('%s with %d decimal places is shown as %s', (amount, decimals, shown) =>
  expect(shownAmount(amount, decimals)).toBe(shown),
)

it.each([
  ['index.html', 6],
  ['networks/solana/index.html', 6],
  ['networks/xrpl/index.html', 0],
  ['networks/xrpl/docs.html', 0],
  ['networks/xrpl/paywall.html', 0],
])('%s says that amounts have %d decimal places', async (path, decimals) => {
  const { files } = await realCatalog()
  expect(files.get(path)!.text).toContain(`data-decimals="${decimals}"`)
})
