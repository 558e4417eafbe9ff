/**
 * The generated package: what a strict compiler, a packer and a bundler for browsers say of it.
 */
import { build } from 'esbuild'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { packClient } from '../../runtime/replies/documents/tarball.ts'
import { PACKAGE } from './desk.ts'

const ROOT = resolve(import.meta.dirname, '../..')
/** A project of somebody else's, in which the package is installed. */
let app: string
/** The package as npm packs it. */
let npms: string
beforeAll(() => {
  app = mkdtempSync(join(ROOT, '.farebox/app-'))
  const modules = join(app, 'node_modules')
  for (const scope of ['@x402', '@types']) mkdirSync(join(modules, scope), { recursive: true })
  for (const name of ['@x402/core', '@x402/evm', '@types/node', 'viem', 'zod'])
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name))
  const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', app, PACKAGE], {
    cwd: app,
    encoding: 'utf8',
  })
  const [{ name, filename }] = JSON.parse(packed) as [{ name: string; filename: string }]
  npms = join(app, filename)
  mkdirSync(join(modules, name))
  const into = ['-C', join(modules, name), '--strip-components=1']
  execFileSync('tar', ['-xzf', npms, ...into])
})
afterAll(() => rmSync(app, { recursive: true, force: true }))

it('the gateway packs what npm packs, with nothing of the machine in it', async () => {
  const read = (name: string): string => readFileSync(join(PACKAGE, '..', name), 'utf8')
  const [bytes, again] = await Promise.all([packClient(read), packClient(read)])
  expect(bytes).toEqual(again)
  expect(gunzipSync(bytes).subarray(257, 265).toString()).toBe('ustar\u000000')
  const own = join(app, 'own.tgz')
  writeFileSync(own, bytes)
  const list = (file: string, ...more: string[]): string[] =>
    execFileSync('tar', ['-tzf', file, ...more], { encoding: 'utf8' })
      .trim()
      .split('\n')
  expect(list(own)).toEqual(list(npms).sort())
  const lines = list(own, '-v', '--utc', '--full-time', '--numeric-owner')
  for (const line of lines) expect(line).toMatch(/^-rw-r--r-- 0\/0 +\d+ 1985-10-26 08:15:00 /)
  mkdirSync(join(app, 'own'))
  execFileSync('tar', ['-xzf', own, '-C', join(app, 'own'), '--strip-components=1'])
  for (const name of list(own).map(one => one.slice('package/'.length))) {
    const [ours, theirs] = [join(app, 'own', name), join(app, 'node_modules/farebox-client', name)]
    expect([name, readFileSync(ours, 'utf8')]).toEqual([name, readFileSync(theirs, 'utf8')])
  }
})

/** A program of somebody else's: what it may write, and the mistakes that must be found. */
const PROGRAM = `
import { x402Client } from '@x402/core/client'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { createClient, FareboxError, GoneError, type Farebox, type Quote, type types } from 'farebox-client'
import { privateKeyToAccount } from 'viem/accounts'

const account = privateKeyToAccount('0x01')
const x402 = new x402Client().register('eip155:*', new ExactEvmScheme(account))
const farebox: Farebox = createClient({ baseUrl: 'http://gateway.example', x402, maxPerDay: '20' })
const prompt = 'a fox'

const body: types.ImagesGenerateRequest = { model: 'vendorA/image-1', prompt }
const { data, receipt } = await farebox.images.generate(body, { maxPrice: '0.05' })
const [url, paid]: [string | undefined, number] = [data.data?.[0]?.url, receipt.amountMicro]
const quote: Quote = await farebox.images.generate.quote({ model: 'vendorA/image-1', prompt })

const job = farebox.videos.generate({ prompt })
for await (const state of job) console.log(state.status.toUpperCase(), job.pollUrl)
const film: string | undefined = (await job).data.data?.[0]?.url
await farebox.videos.generate.resume(job.pollUrl!, { payment: job.payment! })

const chat = { model: 'vendorA/chat-6-mini', messages: [{ role: 'user', content: 'hi' }] } as const
const stream = farebox.chat.completions.create({ ...chat, messages: [...chat.messages], stream: true })
for await (const chunk of stream) console.log(chunk.choices[0]?.delta.content?.length)
const cost: string | undefined = stream.receipt?.amount
const whole = await farebox.chat.completions.create({ model: 'open/free-8b', messages: [] })
const free: string | undefined = whole.receipt?.transaction
whole.data.choices[0]?.message.content?.trim()
for await (const event of farebox.messages.create({ model: 'm', max_tokens: 1, messages: [], stream: true }))
  if (event.type === 'content_block_delta') console.log(event)

const price = await farebox.stocks.price({ market: 'us', symbol: 'AAPL' })
const block = await farebox.rpc.call({ network: 'base' }, { jsonrpc: '2.0', id: 1, method: 'eth_chainId' })
const batch = await farebox.rpc.call({ network: 'base' }, [{ jsonrpc: '2.0', id: 1, method: 'eth_chainId' }])
void batch
const listed = await farebox.models.list()
const sound = await farebox.audio.speech.openai.create({ input: 'Hi', voice: 'alloy' })
const bytes: ArrayBuffer = await sound.data.arrayBuffer()
await farebox.images.openai.edit({ prompt, image: new Blob([]) })

try {
  await farebox.phone.numbers.buy({})
} catch (error) {
  if (error instanceof GoneError) console.log(error.successor?.length)
  if (error instanceof FareboxError && error.charged === 'unknown') console.log(error.payment)
}

// @ts-expect-error a model that is not sold
farebox.images.generate({ model: 'vendorA/image', prompt })
// @ts-expect-error no prompt
farebox.images.generate({ model: 'vendorA/image-1' })
// @ts-expect-error a field that there is not
farebox.images.generate({ model: 'vendorA/image-1', promt: prompt, prompt })
// @ts-expect-error a market that there is not
farebox.stocks.price({ market: 'moon', symbol: 'AAPL' })
// @ts-expect-error what is free has no price
farebox.models.list.quote()
// @ts-expect-error what is not a job cannot be resumed
farebox.rpc.call.resume('')
// @ts-expect-error amounts are texts
farebox.images.generate(body, { maxPrice: 0.05 })
// @ts-expect-error an operation that there is not
farebox.images.paint(body)
export { url, paid, quote, film, cost, free, price, block, listed, bytes }
`

it('a program that uses it compiles, and each of its mistakes is found', () => {
  const options = {
    target: 'es2022',
    module: 'nodenext',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: ['node'],
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
  }
  const tsconfig = { compilerOptions: options, files: ['consumer.ts'] }
  writeFileSync(join(app, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(app, 'tsconfig.json'), JSON.stringify(tsconfig))
  writeFileSync(join(app, 'consumer.ts'), PROGRAM)
  expect(tsc()).toBe('')
})

function tsc(): string {
  try {
    return execFileSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', app], { encoding: 'utf8' })
  } catch (error) {
    return (error as { stdout: string }).stdout
  }
}

it('Node imports it, without what was left out of the package', () => {
  const program =
    "import { createClient, FareboxError } from 'farebox-client';" +
    "const client = createClient({ baseUrl: 'http://gateway.example' });" +
    'console.log(typeof client.images.generate.quote, FareboxError.name)'
  const args = ['--input-type=module', '-e', program]
  expect(execFileSync(process.execPath, args, { cwd: app, encoding: 'utf8' })).toBe(
    'function FareboxError\n',
  )
})

it('a bundle for browsers has nothing of Node', async () => {
  const { outputFiles } = await build({
    stdin: {
      contents:
        "import { x402Client } from '@x402/core/client'\n" +
        "import { createClient } from 'farebox-client'\n" +
        "console.log(createClient({ baseUrl: '', x402: new x402Client() }))",
      resolveDir: app,
    },
    bundle: true,
    platform: 'browser',
    format: 'esm',
    write: false,
    logLevel: 'silent',
  })
  const text = outputFiles[0]!.text
  expect(text).toContain('PAYMENT_REPLAY')
  expect(text).not.toMatch(/["']node:|\brequire\(/)
})
