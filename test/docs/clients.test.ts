/**
 * Clients that generators make of the OpenAPI document compile strictly, and buy one of each shape:
 * JSON, a list with a query, a job with its poll, a stream and a file. The programs that use them
 * are in `clients/`; they are compiled beside what is generated.
 */
import { execFile } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import Module, { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { build } from 'esbuild'
import { ts } from 'ts-morph'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startGateway, type TestGateway } from '../helpers/gateway.ts'
import { root } from './catalog.ts'

/** What a program of `clients/` exports. */
interface Program {
  use?(url: string, fetch: typeof globalThis.fetch): void
  image(): Promise<string>
  list(): Promise<string[]>
  start(): Promise<string>
  poll(url: URL): Promise<string | undefined>
  stream(): Promise<AsyncIterable<Uint8Array>>
  file(): Promise<Blob>
}

const folder = mkdtempSync(join(tmpdir(), 'clients-'))
const document = join(folder, 'openapi.json')
let shop: TestGateway
let pay: typeof fetch

beforeAll(async () => {
  shop = await startGateway()
  const { account } = await shop.buyer(50_000_000n)
  const client = new x402Client().register('eip155:*', new ExactEvmScheme(account))
  pay = wrapFetchWithPayment(fetch, client)
  writeFileSync(document, await (await fetch(`${shop.url}/openapi.json`)).text())
}, 90_000)
afterAll(async () => {
  vi.unstubAllGlobals()
  rmSync(folder, { recursive: true })
  await shop?.stop()
})

/** Generators need the API of the compiler, which the TypeScript of this project comes without. */
function lendCompiler(): void {
  const path = createRequire(import.meta.url).resolve('typescript')
  createRequire(import.meta.url).cache[path] = Object.assign(new Module(path), {
    loaded: true,
    exports: ts,
  })
}

async function compiled(name: string): Promise<Program> {
  copyFileSync(join(root, `test/docs/clients/${name}.txt`), join(folder, `use-${name}.ts`))
  const options =
    '--strict --noEmit --skipLibCheck false --target es2022 --module esnext ' +
    '--moduleResolution bundler --lib es2023,dom,dom.iterable --types'
  const args = [...options.split(' '), '', `use-${name}.ts`]
  const { stdout } = await promisify(execFile)(join(root, 'node_modules/.bin/tsc'), args, {
    cwd: folder,
  }).catch((error: { stdout: string }) => error)
  expect(stdout).toBe('')
  const outfile = join(folder, `${name}.mjs`)
  const entryPoints = [join(folder, `use-${name}.ts`)]
  await build({ entryPoints, outfile, bundle: true, format: 'esm', platform: 'node' })
  return (await import(pathToFileURL(outfile).href)) as Program
}

/** Buys JSON, a list and a job. */
async function buysThree(program: Program): Promise<void> {
  expect(await program.image()).toMatch(/^http.*\.png$/)
  expect(await program.list()).toHaveLength(2)
  const url = new URL(await program.start(), shop.url)
  const poll = (): Promise<string | undefined> => program.poll(url)
  await expect.poll(poll, { interval: 1000, timeout: 40_000 }).toMatch(/^http.*\.mp4$/)
}

describe('a generated client compiles strictly and buys', () => {
  it('that of hey-api: JSON, a list, a job, a stream and a file', async () => {
    lendCompiler()
    const { createClient } = await import('@hey-api/openapi-ts')
    await createClient({
      input: document,
      output: { path: join(folder, 'hey') },
      plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
      logs: { level: 'silent' },
    })
    const program = await compiled('hey')
    program.use!(shop.url, pay)
    const earned = await shop.earned()
    await buysThree(program)
    let text = ''
    for await (const bytes of await program.stream()) text += Buffer.from(bytes).toString()
    expect(text).toMatch(/^data: \{[^]*data: \[DONE\]\s*$/)
    const { size } = await program.file()
    expect(size).toBeGreaterThan(100)
    expect(await shop.earned()).toBeGreaterThan(earned)
  })

  it('that of orval: JSON, a list and a job', async () => {
    const { generate } = await import('orval')
    vi.spyOn(console, 'log').mockReturnValue()
    await generate({
      input: { target: document },
      output: { target: join(folder, 'orval.ts'), client: 'fetch', baseUrl: shop.url },
    })
    const program = await compiled('orval')
    vi.stubGlobal('fetch', pay)
    await buysThree(program)
  })
})
