/** The files for browsers and crawlers: those that a route serves, and what is in them. */
import { describe, expect, it } from 'vitest'
import type { Facts } from '../../generator/emit/facts.ts'
import { placesOf } from '../../generator/emit/pages/places.ts'
import { pageScript, pageStyles } from '../../generator/emit/pages/scripts.ts'
import { emitSite } from '../../generator/emit/pages/site.ts'
import { allPrices } from '../../generator/examples/prices.ts'
import type { CatalogIR, RouteIR } from '../../generator/ir.ts'
import { fixture } from './fixture.ts'

const ir = fixture()
const [make, read, list] = ir.routes as [RouteIR, RouteIR, RouteIR]
const serving = (document: string, more: object = {}): RouteIR =>
  ({ ...list, path: `/at/${document}`, document, id: document, ...more }) as RouteIR

/** The files of the default network of a catalog that serves these documents. */
function filesOf(served: readonly RouteIR[], gateway: object = {}): Map<string, string> {
  const of = {
    ...ir,
    gateway: { ...ir.gateway, networks: ['main'], ...gateway },
    routes: [make, read, ...served],
  } as CatalogIR
  const facts = { prices: allPrices(of) } as unknown as Facts
  return new Map([...emitSite(of, facts)].map(({ path, text }) => [path, text]))
}

// These come first: what is made once is known to the tests behind them.
describe('what browsers load', () => {
  it('is one script, which leaves no names behind, without line breaks between statements', () => {
    const script = pageScript()
    expect(script).toMatch(/^(?:"use strict";)?\(\(\)=>\{[^]*\}\)\(\);\n$/)
    expect(script).not.toMatch(/import[ {][^\n]*\.ts/)
    expect(script).not.toContain(';\n\n')
    expect(script).toContain('Asking for the price…')
  })

  it('is one file of styles, which older browsers can read', () => {
    const styles = pageStyles()
    expect(styles).not.toContain('@import')
    expect(styles).toContain('▸')
    expect(styles.trim()).not.toContain('\n')
    expect(styles).not.toMatch(/[{;]\s*&/)
  })
})

describe('the files', () => {
  it('are those that a route serves', () => {
    expect([...filesOf([]).keys()]).toEqual([])
    const names = ['robots.txt', 'favicon.svg', 'pages.css', 'pages.js', 'docs.html']
    for (const name of names) expect([...filesOf([serving(name)]).keys()]).toEqual([name])
    expect([...filesOf([serving('openapi.json')]).keys()]).toEqual([])
  })

  it('are also the pages of a paid GET and of nothing, if wanted', () => {
    const keys = [...filesOf([], { paywall: true }).keys()]
    expect(keys).toEqual(['paywall.html', 'missing.html'])
  })

  it('have the script and the styles', () => {
    const files = filesOf([serving('pages.css'), serving('pages.js')])
    expect([files.get('pages.css'), files.get('pages.js')]).toEqual([pageStyles(), pageScript()])
  })

  it('have the initial of the name as their icon', () => {
    const icon = (name: string) => filesOf([serving('favicon.svg')], { name }).get('favicon.svg')
    expect(icon('Shop')).toMatch(/>S<\/text>\n<\/svg>\n$/)
    expect(icon('𝔖hop')).toContain('>𝔖</text>')
  })

  it('are escaped where they are HTML or XML, and not where they are texts', () => {
    const [robots, map] = ['robots.txt', 'sitemap.xml'].map(name =>
      filesOf(
        [
          serving('robots.txt'),
          serving('sitemap.xml'),
          serving('index.html', { path: '/a&b' }),
          serving('llms.txt', { path: '/c' }),
        ],
        { media: '/m&m' },
      ).get(name),
    )
    expect(robots).toContain('Disallow: /m&m/\n\nSitemap: {origin}/at/sitemap.xml\n')
    expect(map).toContain(
      '<url><loc>{origin}/a&amp;b</loc></url>\n<url><loc>{origin}/c</loc></url>',
    )
  })

  it('link to the documents that there are', () => {
    const names = ['docs.html', 'openapi.json', 'pages.css', 'favicon.svg', 'pages.js']
    const missing = (routes: RouteIR[]) => filesOf(routes, { paywall: true }).get('missing.html')!
    const all = missing([...names.map(name => serving(name)), serving('index.html')])
    for (const name of [...names.slice(0, 4), 'index.html']) expect(all).toContain(`"/at/${name}`)
    expect(missing([])).not.toContain('/at/')
  })
})

describe('the path of a document', () => {
  const places = (...routes: RouteIR[]) => placesOf({ ...ir, routes }, ir.networks[0]!)

  it('is that of the first route that serves it, as JSON or HTML', () => {
    expect(
      places(
        make,
        serving('a.json', { path: '/1' }),
        serving('a.json', { path: '/2' }),
        serving('b.json', { path: '/3', documentHtml: 'b.html' }),
      ),
    ).toEqual({ 'a.json': '/1', 'b.json': '/3', 'b.html': '/3' })
  })

  it('is none of a route that is gone or on other networks', () => {
    expect(places(serving('a.json', { networks: ['test'] }))).toEqual({})
    expect(places(serving('a.json', { gone: { use: 'x' } }))).toEqual({})
  })
})
