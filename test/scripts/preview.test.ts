/**
 * `npm run preview`: quotes of the catalog that is being edited, and mistakes that do not end it.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { build } from '../../scripts/preview/build.ts'
import { startPreview, type Preview, type State } from '../../scripts/preview/preview.ts'
import { servePreview } from '../../scripts/preview/server.ts'
import { FROZEN } from '../helpers/catalogs.ts'

/** Four catalogs are compiled, bundled and started, which takes a busy machine minutes. */
const SLOW = 300_000

let dir: string
let preview: Preview
let server: { url: string; stop(): void }
beforeAll(async () => {
  // Packages are found from the project's own folder.
  mkdirSync('.farebox', { recursive: true })
  dir = resolve(mkdtempSync('.farebox/preview-'))
  cpSync(FROZEN, join(dir, 'catalog'), { recursive: true })
  const git = (...args: string[]) => execFileSync('git', args, { cwd: dir, stdio: 'ignore' })
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@a.example', '-c', 'commit.gpgsign=false']
  git('init')
  git('add', '.')
  git(...who, 'commit', '-m', 'the catalog')
  preview = await startPreview({
    catalog: join(dir, 'catalog'),
    folder: join(dir, 'built'),
    build: folder => build(join(dir, 'catalog'), folder, {}),
    now: () => new Date(0),
  })
  server = await servePreview(preview, 0)
}, SLOW)
afterAll(() => {
  server.stop()
  preview.stop()
  rmSync(dir, { recursive: true, force: true })
})

const IMAGES = 'media/images.models.yaml'
function edit(file: string, from: string, to: string): void {
  const path = join(dir, 'catalog', file)
  const text = readFileSync(path, 'utf8')
  expect(text).toContain(from)
  writeFileSync(path, text.replace(from, to))
}

/** The states from now on, as the page gets them. */
async function* states(): AsyncGenerator<State> {
  const { body } = await fetch(`${server.url}/_preview/events`)
  let text = ''
  for await (const chunk of body!.pipeThrough(new TextDecoderStream())) {
    text += chunk
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      yield JSON.parse(text.slice('data: '.length, end)) as State
      text = text.slice(end + 2)
    }
  }
}

async function quote(): Promise<[status: number, micro: string | undefined, resource: string]> {
  const reply = await fetch(`${server.url}/api/v1/images/generations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'vendorB/image-fast', prompt: 'a cat' }),
  })
  const body = (await reply.json()) as any
  return [reply.status, body.accepts?.[0].amount, body.resource?.url]
}

// It compiles the live catalog many times, about a minute on two cores, and guards no money: run it
// with PREVIEW=1 after a change of scripts/preview/.
it.runIf(process.env.PREVIEW === '1')(
  'quotes, follows a save, shows a mistake and goes on, and swaps again',
  async () => {
    const address = `${server.url}/api/v1/images/generations`
    expect(await quote()).toEqual([402, '53500', address])
    const page = await (await fetch(server.url)).text()
    expect(page).toContain('/_preview/events')
    expect(await (await fetch(`${server.url}/openapi.json`)).json()).toHaveProperty('paths')

    const told = states()
    const next = async (): Promise<State> => (await told.next()).value as State
    expect(await next()).toMatchObject({ version: 1, served: 1, problems: '', changes: '' })

    // Examples have the old price: it is served, and they are named.
    edit(IMAGES, 'sizes: { 1024x1024: 0.05 }', 'sizes: { 1024x1024: 0.06 }')
    expect(await next()).toMatchObject({
      version: 2,
      served: 2,
      problems: expect.stringContaining('example-price'),
      changes: expect.stringContaining('0.064'),
    })
    expect(await quote()).toEqual([402, '64000', address])

    edit(IMAGES, 'sizes: { 1024x1024: 0.06 }', 'sizes: { 1024x1024: 0.06')
    expect(await next()).toMatchObject({
      version: 3,
      served: 2,
      problems: expect.stringContaining(`${IMAGES}:`),
    })
    expect(await quote()).toEqual([402, '64000', address])

    edit(IMAGES, 'sizes: { 1024x1024: 0.06\n', 'sizes: { 1024x1024: 0.05 }\n')
    expect(await next()).toMatchObject({ version: 4, served: 4, problems: '' })
    expect(await quote()).toEqual([402, '53500', address])
    await told.return(undefined)
  },
  SLOW,
)
