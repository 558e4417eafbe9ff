/** The free model lists, as the generated code gives them on each network. */
import { describe, expect, it } from 'vitest'
import { catalog } from '../../generated/index.ts'
import type { Scope } from '../../runtime/contract.ts'
import { sellModels } from '../../runtime/lib/models.ts'
import { valuesOf } from '../../runtime/lib/values.ts'
import { realCatalog } from './catalog.ts'

/** The reply of a list route on a network. */
async function list(path: string, network: string): Promise<{ object: string; data: any[] }> {
  const route = catalog.routes.find(r => r.path === path && r.method === 'GET')!
  const sold = (table: string) => sellModels(catalog.tables[table]!, catalog.networks[network]!)
  const models = route.table === undefined ? undefined : sold(route.table)
  const lists = Object.fromEntries(
    Object.entries(route.lists ?? {}).map(([name, table]) => [name, sold(table)]),
  )
  const scope = { models, lists, values: {} } as unknown as Scope
  scope.values = valuesOf(route)(scope)
  return (typeof route.reply === 'function' ? await route.reply(scope) : undefined) as {
    object: string
    data: any[]
  }
}

describe('GET /api/v1/images/models', () => {
  it('DISC-006 each model lists its sizes with the catalog rate before margin and fee', async () => {
    const { object, data } = await list('/api/v1/images/models', 'base')
    expect(object).toBe('list')
    const fast = data.find(m => m.id === 'vendorB/image-fast')
    expect(fast.pricing.sizes).toEqual([{ size: '1024x1024', price: 0.05 }])
    for (const model of data)
      for (const { size, price } of model.pricing.sizes)
        expect([/^\d+x\d+$/.test(size), typeof price]).toEqual([true, 'number'])
  })

  it('DISC-007 MODEL-013 lists the ten generation models, and on the test network only those on sale there', async () => {
    expect((await list('/api/v1/images/models', 'base')).data.map(m => m.id)).toEqual([
      'vendorA/image-1',
      'vendorA/image-2',
      'vendorB/image-fast',
      'vendorB/image-fast-2',
      'vendorB/image-pro',
      'vendorE/image-4',
      'vendorC/imagine-image',
      'vendorC/imagine-image-2.0',
      'vendorC/imagine-image-pro',
      'vendorD/image-5-pro',
    ])
    expect((await list('/api/v1/images/models', 'testnet')).data.map(m => m.id)).toEqual([
      'vendorA/image-1',
      'vendorA/image-2',
      'vendorB/image-fast',
      'vendorE/image-4',
      'vendorD/image-5-pro',
    ])
  })
})

describe('the price lists', () => {
  it('DISC-007 every image model on sale has a line for each of its sizes', async () => {
    const { ir, files, json } = await realCatalog()
    const images = ir.routes.find(r => r.path === '/api/v1/images/generations')!
    const table = ir.tables.find(t => t.name === images.table)!
    const lines = (path: string): any[] =>
      json(path).endpoints.find((e: any) => e.id === images.id).prices
    expect(lines('pricing.json').map(l => `${l.model} ${l.size}`)).toEqual(
      table.rows.flatMap(row =>
        Object.keys(row.cells.sizes as object).map(size => `${row.id} ${size}`),
      ),
    )
    expect([...new Set(lines('networks/testnet/pricing.json').map(l => l.model))].sort()).toEqual(
      [...ir.networks.find(n => n.name === 'testnet')!.only['images.models']!].sort(),
    )
    const page = files.get('docs/media/images.md')!.text
    expect(page).toContain('| vendorB/image-fast | 1024x1024 | 0.0535 |')
    expect(page).toContain('PAYMENT-SIGNATURE')
  })
})

describe('GET /api/v1/models', () => {
  it('MODEL-001..007 MODEL-012 is {object: list, data} of all models with all their fields', async () => {
    const { object, data } = await list('/api/v1/models', 'base')
    expect(object).toBe('list')
    for (const model of data) {
      expect(model).toMatchObject({
        object: 'model',
        id: expect.stringMatching(/^[^/]+\/[^/]+$/),
        created: expect.any(Number),
        owned_by: expect.any(String),
        name: expect.any(String),
        description: expect.any(String),
        context_window: expect.any(Number),
        max_output: expect.any(Number),
        billing_mode: expect.any(String),
        categories: expect.arrayContaining([expect.any(String)]),
        pricing: expect.any(Object),
      })
      expect(model).not.toHaveProperty('available')
    }
    expect(data.find(m => m.id === 'vendorE/image-4').pricing).toEqual({ per_image: 0.015 })
  })

  it('MODEL-013 has every row of the tables that are sold, and on the test network those on sale there', async () => {
    for (const network of ['base', 'testnet']) {
      const tables = [
        'chat.models',
        'images.models',
        'videos.models',
        'music.models',
        'speech.models',
      ]
      const rows = tables.flatMap(
        table => sellModels(catalog.tables[table]!, catalog.networks[network]!).ids,
      )
      expect((await list('/api/v1/models', network)).data.map(m => m.id)).toEqual([
        ...rows,
        'vendorH/sound-effects',
      ])
    }
  })
})
