/** Every recipe of catalog/README.md, followed literally on a copy of the catalog, gives a catalog that compiles. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { compile } from '../../generator/compile.ts'
import type { SourceFile } from '../../generator/types.ts'
import { overlaid, real, told } from './overlay.ts'

interface Step { how: 'edit' | 'append' | 'file'; path: string; text: string }
interface Recipe { title: string; steps: Step[] }

function recipes(): Recipe[] {
  const readme = readFileSync('catalog/README.md', 'utf8')
  const part = readme.slice(readme.indexOf('## Recipes'), readme.indexOf('## The language'))
  return part.split(/^### /m).slice(1).map(section => ({
    title: section.slice(0, section.indexOf('\n')),
    steps: [...section.matchAll(/^```yaml (edit|append|file): (\S+)\n([^]*?)^```$/gm)].map(match => ({
      how: match[1] as Step['how'], path: `catalog/${match[2]}`, text: match[3]!,
    })),
  }))
}

/** Lines after `- ` are replaced by the lines after `+ `; the last line may be the beginning of one. */
function edited(text: string, step: Step): string {
  const lines = (sign: string): string => step.text.split('\n').filter(
    line => line.startsWith(`${sign} `),
  ).map(line => line.slice(2)).join('\n')
  const before = lines('-')
  const at = text.indexOf(before)
  expect(at, `${step.path} holds\n${before}`).toBeGreaterThanOrEqual(0)
  const after = lines('+')
  const end = at + before.length + (after === '' ? 1 : 0)
  return text.slice(0, at) + after + text.slice(end)
}

function follow(files: SourceFile[], step: Step): SourceFile[] {
  const text = files.find(file => file.path === step.path)?.text
  if (step.how === 'file') {
    expect(text, `${step.path} is new`).toBeUndefined()
    return overlaid(files, [{ path: step.path, text: step.text }])
  }
  expect(text, `${step.path} exists`).toBeDefined()
  return overlaid(files, [{ path: step.path, text: step.how === 'append' ? text! + step.text : edited(text!, step) }])
}

const done = (title: string): SourceFile[] => recipes().find(recipe => recipe.title === title)!.steps.reduce(follow, real())

describe('recipes of catalog/README.md', () => {
  it('are all there', () => {
    expect(recipes().map(recipe => recipe.title)).toEqual([
      'Change a price', 'Add a model', 'Add a passthrough endpoint', 'Retire an endpoint', 'Add a network', 'Add an upstream',
      'Add a limit',
    ])
  })

  it.each(recipes().map(recipe => recipe.title))('%s', title => {
    expect(told(done(title))).toEqual([])
  })

  it('changing a price without its example is told', () => {
    const files = recipes()[0]!.steps.slice(0, 1).reduce(follow, real())
    expect(told(files)[0]).toMatch(
      /^example-price catalog\/media\/images\.routes\.yaml: this example should cost 0\.0535 USD, but the formula gives 0\.064 USD/,
    )
  })

  it('adding a model sells it on the default gateway', () => {
    const rows = compile(done('Add a model')).value!.tables.find(table => table.name === 'images.models')!.rows
    expect(rows.at(-1)).toMatchObject({ id: 'vendorA/image-3', cells: { owner: 'vendorA', upstream: 'vendor_a.images', edit_images: 4 } })
  })

  it('a passthrough endpoint costs what its prefix says and is called as its path says', () => {
    const route = compile(done('Add a passthrough endpoint')).value!.routes.find(one => one.id === 'get_pm_venue_a_trades_trade_id')!
    expect(route).toMatchObject({
      method: 'GET', path: '/api/v1/pm/venue-a/trades/{trade_id}', calls: ['predex.read'], envelope: 'predictions', reply: 'verbatim',
    })
    expect(route.price!.arms[0]!.micro.code).toBe('8500n')
  })

  it('a retired endpoint is gone', () => {
    const route = compile(done('Retire an endpoint')).value!.routes.filter(one => one.path === '/api/v1/pm/venue-a/activity')
    expect(route.map(one => one.gone)).toEqual([404])
  })

  it('a network without a list on a route sells the route', () => {
    const routes = compile(done('Add a network')).value!.routes
    expect(routes.find(one => one.id === 'post_images_generations')!.networks).toEqual(['base', 'testnet', 'second'])
    expect(routes.find(one => one.id === 'post_rpc_network')!.networks).toEqual(['base', 'testnet'])
  })
})
