/**
 * Every recipe of catalog/README.md, followed literally on a copy of the catalog, gives a catalog
 * that compiles.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { line } from '../../generator/js/flat.ts'
import { compile, compileAll } from '../../generator/compile.ts'
import type { CatalogIR } from '../../generator/ir.ts'
import { planOf } from '../../generator/plan/plan.ts'
import { real, problemsOf } from './overlay.ts'
import { batches, followed, follow, recipes, titles } from './recipes.ts'

/** The catalog with all recipes followed. */
let all: CatalogIR
beforeAll(() => {
  all = compile(recipes().reduce(followed, real())).value!
})

const rowsOf = (name: string) => all.tables.find(table => table.name === name)!.rows

describe('recipes of catalog/README.md', () => {
  it('are all there', () => {
    expect(recipes().map(recipe => recipe.title)).toEqual([
      'Change a price',
      'Change the margin or the fee',
      'Give one product a margin of its own',
      'A promotion for one week',
      'A price that changes on a date',
      'A dated price of an endpoint without rows',
      'A fee, a margin or a constant that changes on a date',
      'Retire a model',
      'Add a row to a price table',
      'Add an image model',
      'Add a video model',
      'Add a chat model',
      'Change a token price',
      'Make a model flat or free',
      'Give callers some results free',
      'Document what an endpoint answers',
      'Give a model a fallback',
      'Add a model of another upstream, with failover',
      'Add another name of a model or a route',
      'Add a passthrough endpoint',
      'Add a free passthrough',
      'Sell a passthrough with a price for each item',
      'Sell an option at a higher price',
      'Charge for what was used',
      'Price by a list that an upstream keeps',
      'Refuse a call before it is paid for',
      'Sell what a wallet owns',
      'Retire an endpoint',
      'Add a network',
      'Sell on some networks only',
      'Limit what unknown wallets may owe',
      'Limit what failed payments cost',
      'Limit results that are not charged',
      'Add an upstream',
      'Sell work that takes minutes',
      'Add a limit',
      'Refuse a field that the price does not cover',
    ])
  })

  it('come in batches: each is tried without each other one', () => {
    const tried = batches().map(batch => batch.map(recipe => recipe.title))
    const names = recipes().map(recipe => recipe.title)
    const dependent = names.flatMap(one =>
      names
        .filter(other => other !== one)
        .filter(other => !tried.some(batch => batch.includes(one) && !batch.includes(other)))
        .map(other => `${one} is never tried without ${other}`),
    )
    expect(dependent).toEqual([])
  })

  it.each(batches().map(batch => [titles(batch), batch] as const))('%s', (_titles, batch) => {
    expect(problemsOf(batch.reduce(followed, real()))).toEqual([])
  })

  it('changing a price without its example is reported', () => {
    const files = recipes()[0]!.steps.slice(0, 1).reduce(follow, real())
    expect(problemsOf(files)[0]).toMatch(
      /^example-price catalog\/media\/images\.routes\.yaml: this example should cost 0\.0535 USD, but the formula gives 0\.064 USD/,
    )
  })

  it('a video or chat model of a known family is one line, an image model at most six', () => {
    const lines = (title: string): string[] =>
      recipes()
        .find(recipe => recipe.title === title)!
        .steps.flatMap(step => step.text.split('\n'))
    for (const title of ['Add a video model', 'Add a chat model'])
      expect(lines(title).filter(line => line.trim() !== '')).toHaveLength(1)
    expect(
      lines('Add an image model').filter(line => line.trim() !== '').length,
    ).toBeLessThanOrEqual(6)
  })

  it('a video model has everything of its family', () => {
    const row = rowsOf('videos.models').find(one => one.id === 'vendorD/video-3.0')
    expect(row).toMatchObject({
      cells: {
        owner: 'vendorD',
        upstream: 'vendor_d.videos',
        default_seconds: 5,
        resolutions: ['720p', '480p'],
        billing: 'tokens',
      },
    })
  })

  it('adding a model sells it on the default gateway', () => {
    const row = rowsOf('images.models').find(one => one.id === 'vendorA/image-3')
    expect(row).toMatchObject({
      cells: { owner: 'vendorA', upstream: 'vendor_a.images', edit_images: 4 },
    })
  })

  it('changing a token price shows usual conversations in the plan, which the recipe runs', () => {
    const { text, steps } = recipes().find(recipe => recipe.title === 'Change a token price')!
    expect(text).toContain('Run `npm run plan`')
    const [old, now] = [real(), follow(real(), steps[0]!)].map(
      files => compileAll(files, { only: 'build' }).value!,
    )
    const shown = planOf(old!, now!).findings.flatMap(one => one.effects.map(({ what }) => what))
    expect(shown).toContain('1k tokens in, 1k out')
  })

  it('changing a token price without its example is reported', () => {
    const [first] = recipes().find(recipe => recipe.title === 'Change a token price')!.steps
    expect(problemsOf(follow(real(), first!))).toEqual([
      expect.stringMatching(
        /^example-price catalog\/text\/messages\.routes\.yaml: this example should cost 0\.0025 USD, but the formula gives 0\.0026 USD/,
      ),
    ])
  })

  it('a passthrough endpoint costs what its prefix says and is called as its path says', () => {
    const route = all.routes.find(one => one.id === 'get_pm_venue_a_trades_trade_id')!
    expect(route).toMatchObject({
      method: 'GET',
      path: '/api/v1/pm/venue-a/trades/{trade_id}',
      calls: ['predex.read'],
      envelope: 'predictions',
      reply: 'verbatim',
    })
    expect(line(route.price!.arms[0]!.micro.js)).toBe('8500n')
  })

  it('a retired endpoint is gone', () => {
    const route = all.routes.filter(one => one.path === '/api/v1/pm/venue-a/crypto-updown')
    expect(route.map(one => one.gone)).toEqual([404])
  })

  it('a network without a list on a route sells the route', () => {
    const networksOf = (id: string) => all.routes.find(one => one.id === id)!.networks
    expect(networksOf('post_images_generations')).toContain('second')
    expect(networksOf('post_venue_a_fund')).toEqual(['base', 'testnet'])
    expect(networksOf('post_social_users_lookup')).toEqual(['base', 'testnet'])
    const only = all.networks.find(({ name }) => name === 'xrpl')!.only
    expect(only['images.models']).toEqual(['vendorA/image-1', 'vendorA/image-2'])
  })
})
