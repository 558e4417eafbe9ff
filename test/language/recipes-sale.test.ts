/**
 * What the recipes add can be bought: the catalog with the new models is generated, opened, and
 * sells them, with real upstreams and a chain.
 */
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile } from '../../generator/compile.ts'
import { generate } from '../../generator/generate.ts'
import { write } from '../../generator/write/write.ts'
import { assemble, type Assembled } from '../../runtime/assemble.ts'
import type { Catalog } from '../../runtime/contract.ts'
import { readSettings } from '../../runtime/settings/read.ts'
import { startWorld, type World } from '../../scripts/world/world.ts'
import { newBuyer, type Buyer } from '../helpers/buyer.ts'
import { bought, call, paidBy, type Seen } from '../routes/client.ts'
import { windClock } from '../routes/wind-clock.ts'
import { done } from './recipes.ts'

const dir = mkdtempSync(join(tmpdir(), 'farebox-recipes-'))
const clock = windClock()
let world: World
let gateway: Assembled
let buyer: Buyer

/** The generated code of the catalog with both models, beside the runtime that it imports. */
async function withNewModels(): Promise<Catalog> {
  write(
    await generate(compile(done('Add a video model', done('Add an image model'))).value!),
    join(dir, 'generated'),
  )
  symlinkSync(resolve('runtime'), join(dir, 'runtime'))
  return (
    (await import(pathToFileURL(join(dir, 'generated/index.ts')).href)) as { catalog: Catalog }
  ).catalog
}

beforeAll(async () => {
  // One after the other: while the catalog is compiled, nothing hears what the chain says.
  const catalog = await withNewModels()
  world = await startWorld()
  const read = readSettings({ ...world.env, LOG_LEVEL: 'silent' }, catalog)
  if ('problems' in read) throw new Error(read.problems.join('\n'))
  gateway = await assemble(catalog, read.settings, { clock })
  buyer = await newBuyer(gateway.url, world.chain)
}, 60_000)
afterAll(async () => {
  await gateway?.close()
  await world?.stop()
  rmSync(dir, { recursive: true, force: true })
})

describe('a model that was added by a recipe', () => {
  it('IMG-014 an image of it is sold at its price', async () => {
    const before = await buyer.balance()
    const seen = await bought(gateway.url, buyer.account, {
      path: '/api/v1/images/generations',
      body: { model: 'vendorA/image-3', prompt: 'a fox' },
    })
    expect(seen.status).toBe(200)
    expect(seen.body).toMatchObject({
      data: [{ backed_up: true }],
      price: { amount: '0.032500' },
      payment: { status: 'settled' },
    })
    expect(before - (await buyer.balance())).toBe(32_500n)
  })

  it('VID-098 a video of it is sold at its price', async () => {
    const before = await buyer.balance()
    const body = { model: 'vendorD/video-3.0', prompt: 'a boat', duration_seconds: 5 }
    const job = await bought(gateway.url, buyer.account, {
      path: '/api/v1/videos/generations',
      body,
    })
    expect([job.status, job.body.model, job.body.price?.amount]).toEqual([
      202,
      'vendorD/video-3.0',
      '1.367470',
    ])
    let seen: Seen = job
    await expect
      .poll(
        async () => {
          await clock.wind(5000)
          seen = await call(gateway.url, { path: job.body.poll_url, headers: paidBy(job.header) })
          return seen.status
        },
        { timeout: 30_000, interval: 100 },
      )
      .toBe(200)
    expect(seen.body).toMatchObject({
      status: 'completed',
      model: 'vendorD/video-3.0',
      data: [{ backed_up: true }],
      payment: { status: 'settled' },
    })
    expect(before - (await buyer.balance())).toBe(1_367_470n)
  }, 60_000)

  it('DISC-007 both are in the lists', async () => {
    const ids = async (path: string): Promise<string[]> =>
      (await call(gateway.url, { path })).body.data.map((one: any) => one.id)
    expect(await ids('/api/v1/images/models')).toContain('vendorA/image-3')
    expect(await ids('/api/v1/video/models')).toContain('vendorD/video-3.0')
  })
})
