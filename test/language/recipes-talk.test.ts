/**
 * What the recipes for chat models change can be bought: the catalog with all of them is generated,
 * opened, and sells at the new terms.
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
import { bought, call } from '../routes/client.ts'
import { real } from './overlay.ts'
import { done } from './recipes.ts'

const RECIPES = [
  'Add a chat model',
  'Change a token price',
  'Make a model flat or free',
  'Give a model a fallback',
]
const dir = mkdtempSync(join(tmpdir(), 'farebox-recipes-'))
let world: World
let gateway: Assembled
let buyer: Buyer

/**
 * The generated code of the catalog with all recipes followed, beside the runtime that it imports.
 */
async function withRecipes(): Promise<Catalog> {
  const files = RECIPES.reduce((so, title) => done(title, so), real())
  write(await generate(compile(files).value!), join(dir, 'generated'))
  symlinkSync(resolve('runtime'), join(dir, 'runtime'))
  return (
    (await import(pathToFileURL(join(dir, 'generated/index.ts')).href)) as { catalog: Catalog }
  ).catalog
}

beforeAll(async () => {
  // One after the other: while the catalog is compiled, nothing hears what the chain says.
  const catalog = await withRecipes()
  world = await startWorld()
  const read = readSettings({ ...world.env, LOG_LEVEL: 'silent' }, catalog)
  if ('problems' in read) throw new Error(read.problems.join('\n'))
  gateway = await assemble(catalog, read.settings)
  buyer = await newBuyer(gateway.url, world.chain)
}, 60_000)
afterAll(async () => {
  await gateway?.close()
  await world?.stop()
  rmSync(dir, { recursive: true, force: true })
})

const messages = [{ role: 'user', content: 'hi' }]
const chat = (model: string, more: object = {}) => ({
  path: '/v1/chat/completions',
  body: { model, messages, max_tokens: 1000, ...more },
})
/** Buys, and returns what the wallet paid. */
async function paid(sent: { path: string; body: object }) {
  const before = await buyer.balance()
  const seen = await bought(gateway.url, buyer.account, sent)
  return { seen, micro: before - (await buyer.balance()) }
}

describe('a chat model that was added by a recipe', () => {
  it('answers as a whole and as a stream, at the price of its tokens', async () => {
    // (8 * 2.00 + 1000 * 0.10 * 16.00) / 1000000 + 0.001
    const whole = await paid(chat('vendorA/chat-7'))
    expect([whole.seen.status, whole.seen.body.model, whole.micro]).toEqual([
      200,
      'vendorA/chat-7',
      2616n,
    ])
    expect(whole.seen.body.choices[0].message.content).toContain('You said "hi".')
    const stream = await paid(chat('vendorA/chat-7', { stream: true }))
    expect([stream.seen.headers['content-type'], stream.micro]).toEqual([
      'text/event-stream; charset=utf-8',
      2616n,
    ])
    expect(stream.seen.text).toContain('"cost":{"amount":"0.002616","currency":"USD"}')
  })

  it('is sold by messages and responses too, and stands in the list', async () => {
    expect(
      (
        await paid({
          path: '/v1/messages',
          body: { model: 'vendorA/chat-7', max_tokens: 1000, messages },
        })
      ).micro,
    ).toBe(2616n)
    expect(
      (await paid({ path: '/v1/responses', body: { model: 'chat-7', input: 'hi' } })).seen.body,
    ).toMatchObject({ object: 'response', status: 'completed' })
    const list = await call(gateway.url, { path: '/v1/models' })
    expect(list.body.data.find((one: any) => one.id === 'vendorA/chat-7')).toMatchObject({
      name: 'Chat 7',
      pricing: { input: 2, output: 16 },
    })
  })
})

describe('a recipe for the terms of a chat model', () => {
  it('a token price is what is asked', async () => {
    // (8 * 1.00 + 100000 * 0.10 * 6.00) / 1000000 + 0.001, where the row's 64000 tokens are the
    // most
    const { micro } = await paid(chat('vendorF/small-4', { max_tokens: 100_000 }))
    expect(micro).toBe(39_408n)
  })

  it('a flat model costs the same for every question', async () => {
    expect((await paid(chat('vendorG/m-3'))).micro).toBe(3000n)
    expect(
      (
        await paid(
          chat('vendorG/m-3', {
            messages: [{ role: 'user', content: 'hi '.repeat(5000) }],
            max_tokens: 50_000,
          }),
        )
      ).micro,
    ).toBe(3000n)
  })

  it('a free model answers without a payment', async () => {
    const seen = await call(gateway.url, chat('open/coder-32b'))
    expect([seen.status, seen.headers['x-free-model']]).toEqual([200, 'true'])
  })

  it('a fallback answers at the price that was quoted', async () => {
    world.upstreams.set('vendor_d', 'fail')
    // (8 * 0.25 + 30000 * 0.10 * 2.00) / 1000000 + 0.001
    const { seen, micro } = await paid(chat('vendorD/seed-2', { max_tokens: 30_000 }))
    expect([
      seen.status,
      seen.headers['x-original-model'],
      seen.headers['x-fallback-model'],
      micro,
    ]).toEqual([200, 'vendorD/seed-2', 'vendorF/small-4', 7002n])
  })
})
