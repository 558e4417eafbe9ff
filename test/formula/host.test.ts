/** `host(address)`: where an address leads, as programs read it. */
import { describe, expect, it } from 'vitest'
import { line } from '../../generator/js/flat.ts'
import { lowerFormula } from '../../generator/formula/lower.ts'
import { hostOf } from '../../runtime/formula.ts'
import { good, NAMES, text } from './world.ts'

describe('the host of an address', () => {
  it.each<[string, string]>([
    ['https://example.com/a.png', 'example.com'],
    ['HTTPS://User:Pass@EXAMPLE.com:8443/a?b=c#d', 'example.com'],
    ['https://example.com@evil.example/', 'evil.example'],
    ['https://example.com./a', 'example.com'],
    [' https://example.com', 'example.com'],
    ['https://exa\nmple.com', 'example.com'],
    ['https:\\\\example.com\\a', 'example.com'],
    ['https://%65xample.com/', 'example.com'],
    ['https://\uff45xample.com/', 'example.com'],
    ['http://[::1]/', '[::1]'],
    ['http://0x7f.1/', '127.0.0.1'],
    ['data:text/plain,https://example.com', ''],
    ['DATA:,x', ''],
    ['example.com', ''],
    ['', ''],
    ['https://', ''],
  ])('%j is %j', (address, host) => {
    expect(hostOf(address)).toBe(host)
  })
})

describe('in formulas', () => {
  const code = (formula: string): string => line(good(lowerFormula(text(formula), NAMES)).js)

  it('of texts, and of JSON, in which what is no text has none', () => {
    expect(code('host(body.prompt)')).toBe('hostOf(body.prompt)')
    expect(code('host(reply.url) == "example.com"')).toBe(
      "hostOf(str(get(reply, 'url'))) === 'example.com'",
    )
  })

  it.each([
    ['host(body.n)', 'type-mismatch'],
    ['host()', 'wrong-arguments'],
    ['host(body.prompt, "a")', 'wrong-arguments'],
  ])('%s is a mistake', (formula, problem) => {
    expect(lowerFormula(text(formula), NAMES).problems.map(({ code: found }) => found)).toEqual([
      problem,
    ])
  })
})
