/**
 * The language of upstream calls: two steps, a call before a call, forms, files as replies, named
 * values that wait for hooks. The formulas are run as they are printed, and the printed file is
 * compiled in the strictness of the project.
 */
import { whole } from '../js/parse.ts'
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { compile, readCatalog } from '../../generator/compile.ts'
import { CALL_REPLY, functionOf, HELPERS } from '../../generator/emit/code/function.ts'
import { generate } from '../../generator/generate.ts'
import { write } from '../../generator/write/write.ts'
import * as helpers from '../../runtime/formula.ts'
import { codesOf, edit, edited, file, problemsOf, type Edit } from '../checks/small-catalog.ts'
import { overlaid } from './overlay.ts'
import type { Block, CallIR, CatalogIR } from '../../generator/ir.ts'

const files = overlaid(
  readCatalog('test/golden/_base/catalog'),
  readCatalog('test/golden/calls/catalog'),
)
let catalog: CatalogIR

beforeAll(() => {
  const { value, problems } = compile(files)
  expect(problems).toEqual([])
  catalog = value!
})

const call = (name: string): CallIR => catalog.calls.find(one => one.id === `maker.${name}`)!

/** Runs a formula of a call as it is printed; the result of one that waits is a promise. */
function run(block: Block | string | undefined, scope: object): unknown {
  if (typeof block !== 'object') throw new Error('no formula')
  const text = whole(functionOf(block, { roots: CALL_REPLY }))
  const values = [...HELPERS].map(name => (helpers as Record<string, unknown>)[name])
  return (
    new Function(...HELPERS, `'use strict'\nreturn ${text}`)(...values) as (c: object) => unknown
  )(scope)
}

/** The value as it is written: absent members are gone. */
const sent = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** Edits of the small catalog. */
const MAKE = (more: string): Edit => edit('upstream', '    make:\n', `    make:\n${more}`)
const FIRST = (more: string, words = ''): Edit =>
  edit(
    'upstream',
    '    make:\n',
    `    words:\n      post: /words\n      timeout: 5s\n${words}    make:\n      first: words\n${more}`,
  )
const hook = (takes: string, gives: string, wait = true): Edit =>
  file('hooks.yaml', `look: { takes: [${takes}], gives: ${gives}, async: ${wait} }\n`)
const THEME: Edit = edit(
  'routes',
  '    model: string!\n',
  '    model: string!\n    theme: string\n',
)
const changed = (...edits: readonly Edit[]): CatalogIR => {
  const { value, problems } = compile(edited(edits))
  expect(problems).toEqual([])
  return value!
}

describe('two-step calls', () => {
  it('the submit says what is kept, the poll where to ask with it', () => {
    const film = call('film')
    expect(run(film.ticket, { reply: { id: 'f1', more: true } })).toEqual({
      id: 'f1',
      kind: 'film',
    })
    expect(run(film.poll!.path, { ticket: { id: 'f1', kind: 'film' } })).toBe('/films/f1')
    expect(run(film.poll!.query, { ticket: { id: 'f1', kind: 'film' } })).toEqual({ kind: 'film' })
    expect(film.give).toBeUndefined()
  })

  it('the poll has an id, times and rules of its own, behind those of the upstream', () => {
    const { poll } = call('film')
    expect(poll).toMatchObject({
      id: 'maker.film.poll',
      upstream: 'maker',
      method: 'GET',
      every: 5000,
      timeout: 15_000,
      retry: 0,
    })
    expect(poll!.fail.map(rule => [rule.as, rule.code])).toEqual([
      ['rate_limited', undefined],
      ['invalid_input', 'INPUT_IMAGE_REAL_PERSON'],
      ['upstream_failed', undefined],
    ])
    expect(run(poll!.pending, { reply: { status: 'queued' } })).toBe(true)
    expect(run(poll!.pending, { reply: { status: 'done' } })).toBe(false)
    expect(run(poll!.pending, { reply: undefined })).toBe(false)
    expect(run(poll!.give, { reply: { url: 'https://a/b.mp4' } })).toEqual({
      assets: [{ url: 'https://a/b.mp4', mime: 'video/mp4' }],
    })
  })

  it('`result` has the members that the poll gives', () => {
    expect(catalog.routes.find(route => route.calls.includes('maker.film'))!.mirror).toBe('assets')
    const wrong = overlaid(
      files,
      files
        .filter(one => one.path.endsWith('things.routes.yaml'))
        .map(one => ({
          ...one,
          text: one.text.replace('mirror: assets', 'mirror: pictures'),
        })),
    )
    expect(compile(wrong).problems.map(one => one.code)).toEqual(['unknown-field'])
  })

  it('need `every` and `pending`, and a path', () => {
    const poll = (keys: string): Edit =>
      edit(
        'upstream',
        '      give: { made: =reply.made }\n',
        `      ticket: { id: =reply.id }\n      poll: { ${keys} }\n`,
      )
    expect(
      problemsOf(poll('timeout: 5s, get: /a, pending: status == 202')).map(one => one.message),
    ).toEqual(['`poll` lacks `every`'])
    expect(problemsOf(poll('timeout: 5s, get: /a, every: 1s')).map(one => one.message)).toEqual([
      '`poll` lacks `pending`',
    ])
    expect(codesOf(poll('timeout: 5s, every: 1s, pending: status == 202'))).toContain('bad-entry')
    expect(
      codesOf(
        poll('timeout: 5s, get: /a, every: 1s, pending: status == 202, ticket: { id: =reply.id }'),
      ),
    ).toEqual(['unknown-key'])
  })
})

describe('a call before a call', () => {
  it('is made when its condition holds, and what it gave is `earlier`, which may be absent', () => {
    const song = call('song')
    expect(song.first!.call).toBe('maker.words')
    expect(run(song.first!.when, { body: { instrumental: false } })).toBe(true)
    expect(run(song.first!.when, { body: { instrumental: true } })).toBe(false)
    expect(run(song.first!.when, { body: { instrumental: false, words: 'la' } })).toBe(false)
    const body = { prompt: 'sad', instrumental: false }
    expect(sent(run(song.send, { body, earlier: { words: 'la la' } }))).toEqual({
      words: 'la la',
      prompt: 'sad',
    })
    expect(
      sent(run(song.send, { body: { ...body, words: 'do' }, earlier: { words: 'la la' } })),
    ).toEqual({ words: 'do', prompt: 'sad' })
    expect(sent(run(song.send, { body }))).toEqual({ prompt: 'sad' })
  })

  it('is read against the routes of the call behind it', () => {
    expect(sent(run(call('words').send, { body: { prompt: 'sad' } }))).toEqual({ prompt: 'sad' })
    const words = (field: string): Edit => FIRST('', `      send: { theme: =body.${field} }\n`)
    expect(codesOf(THEME, words('theme'))).toEqual([])
    const [found] = problemsOf(THEME, words('thme'))
    expect(found).toMatchObject({
      code: 'unknown-field',
      also: expect.arrayContaining([
        expect.objectContaining({ label: 'as POST /api/v1/things calls it' }),
      ]),
    })
  })

  it('cannot look at what it has not given yet', () => {
    expect(codesOf(FIRST('      first_when: has(earlier.a)\n'))).toEqual(['too-early'])
  })

  it('stands in the printed file before the call behind it', async () => {
    const text = (await generate(catalog)).get('upstreams/maker.ts')!.text
    expect(text).toContain(
      'call: makerWords, when: ({ body }) => !body.instrumental && body.words === undefined',
    )
    expect(text.indexOf('export const makerWords')).toBeLessThan(
      text.indexOf('export const makerSong'),
    )
  })
})

describe('values that wait', () => {
  it('a hook that waits makes `send` wait, and only it', () => {
    const { send, path } = call('photo')
    const text = (block: Block): string => whole(functionOf(block, { roots: CALL_REPLY }))
    expect(text(send as Block)).toMatch(/^async \(\{ body, model, hooks \}\) =>/)
    expect(text(path)).not.toContain('async')
    expect(text(call('song').send as Block)).not.toContain('async')
  })

  it('`choose(has(x), hook(x), none)` does not call the hook without x, and its members vanish', async () => {
    const fitImage = vi.fn(async () => ({ data: 'data:image/png;base64,AA==', size: '720x1280' }))
    const scope = (image?: string): object => ({
      body: { prompt: 'hi', image },
      model: { id: 'small' },
      hooks: { fitImage },
    })
    expect(sent(await run(call('photo').send, scope()))).toEqual({
      model: 'small',
      prompt: 'hi',
      size: '1280x720',
    })
    expect(fitImage).not.toHaveBeenCalled()
    expect(sent(await run(call('photo').send, scope('data:x')))).toEqual({
      model: 'small',
      prompt: 'hi',
      'image[]': 'data:x',
      frame: 'data:image/png;base64,AA==',
      size: '720x1280',
    })
    expect(fitImage).toHaveBeenCalledWith('data:x', ['1280x720', '720x1280'])
  })

  it('a value of a plain type may be absent too: `has` and `first` know it', async () => {
    const seen = MAKE('      let: { seen: "choose(has(body.theme), look(body.theme), none)" }\n')
    const send = (members: string): Edit =>
      edit('upstream', 'count: =body.count }', `count: =body.count, ${members} }`)
    const make = changed(
      hook('string', 'string'),
      THEME,
      seen,
      send('seen: =seen, known: =has(seen), name: \'=first(seen, "none")\''),
    ).calls[0]!
    const scope = (theme?: string): object => ({
      body: { theme, count: 1 },
      model: { id: 'small' },
      hooks: { look: async (text: string) => text.toUpperCase() },
    })
    expect(sent(await run(make.send, scope()))).toEqual({
      id: 'small',
      count: 1,
      known: false,
      name: 'none',
    })
    expect(sent(await run(make.send, scope('a')))).toEqual({
      id: 'small',
      count: 1,
      seen: 'A',
      known: true,
      name: 'A',
    })
    expect(codesOf(hook('string', 'string'), THEME, seen, send('seen: \'=seen + "!"\''))).toEqual([
      'maybe-absent',
    ])
  })

  it.each([
    ['a path', edit('upstream', 'post: /make', 'post: /make/{look(body.model)}')],
    [
      'a query',
      edit('upstream', 'post: /make', 'post: /make\n      query: { a: =text(look(body.model)) }'),
    ],
    ['a header', MAKE('      headers: { x-a: =text(look(body.model)) }\n')],
    ['`give`', edit('upstream', '{ made: =reply.made }', '{ made: =look(body.model) }')],
    ['`fail`', MAKE('      fail: [{ when: look(body.model) == 1, as: upstream_failed }]\n')],
    ['`first_when`', FIRST('      first_when: look(body.model) == 1\n')],
  ])('%s cannot wait', (_, change) => {
    expect(codesOf(hook('string', 'integer'), change)).toContain('waiting-hook')
    expect(codesOf(hook('string', 'integer', false), change)).toEqual([])
  })
})

describe('forms and files', () => {
  it('a form names the members that go as files', () => {
    expect(call('photo')).toMatchObject({ sendAs: 'multipart', files: ['image[]', 'frame'] })
    expect(call('song')).not.toHaveProperty('sendAs')
  })

  it('a reply that is a file is `reply_body`', () => {
    const voice = call('voice')
    expect(voice.bytes).toBe(true)
    const bytes = new Uint8Array([1, 2])
    expect(run(voice.give, { reply_body: bytes })).toEqual({
      assets: [{ bytes, mime: 'audio/mpeg' }],
    })
    const empty = { code: voice.fail.at(-1)!.when, lets: [] }
    expect(run(empty, { status: 200, reply_body: new Uint8Array() })).toBe(true)
    expect(run(empty, { status: 200, reply_body: bytes })).toBe(false)
  })

  it('a call may be a file without looking at it', () => {
    expect(codesOf(MAKE('      bytes: true\n'))).toEqual([])
  })
})

describe('upstreams', () => {
  it('take on 32 jobs at once and let 512 wait, unless the catalog says otherwise', () => {
    expect(catalog.upstreams[0]!.capacity).toEqual({ concurrency: 16, queue: 200 })
    const capacity = (text: string): Edit =>
      edit('upstream', '  source: maker\n', `  source: maker\n  capacity: ${text}\n`)
    const of = (...edits: readonly Edit[]): unknown => changed(...edits).upstreams[0]!.capacity
    expect(of()).toEqual({ concurrency: 32, queue: 512 })
    expect(of(capacity('{ concurrency: 2 }'))).toEqual({ concurrency: 2, queue: 512 })
    expect(of(capacity('{ queue: 0 }'))).toEqual({ concurrency: 32, queue: 0 })
    expect(codesOf(capacity('{ concurrency: 0 }'))).toEqual(['bad-value'])
  })

  it('name a failure with a code, which is a word', () => {
    const fail = (code: string): Edit =>
      MAKE(`      fail: [{ when: status == 400, as: invalid_input, code: ${code} }]\n`)
    expect(changed(fail('TOO_LONG')).calls[0]!.fail).toMatchObject([
      { as: 'invalid_input', code: 'TOO_LONG' },
    ])
    expect(codesOf(fail('"too long"'))).toEqual(['bad-value'])
  })
})

describe('the printed calls', () => {
  const at = resolve('.farebox', `calls-${process.pid}`)
  afterAll(() => rmSync(at, { recursive: true, force: true }))

  it('are strict TypeScript beside the real contract', async () => {
    write(await generate(catalog), join(at, 'generated'))
    mkdirSync(join(at, 'runtime/hooks'), { recursive: true })
    for (const name of ['contract.ts', 'contract', 'discovery.ts', 'formula.ts', 'lib'])
      cpSync(join('runtime', name), join(at, 'runtime', name), { recursive: true })
    const hooks =
      'export function createHooks(_: object) { return { fitImage: async (image: string, _sizes: any): Promise<any> => image } }\n'
    writeFileSync(join(at, 'runtime/hooks/index.ts'), hooks)
    symlinkSync(resolve('node_modules'), join(at, 'node_modules'))
    writeFileSync(join(at, 'package.json'), '{ "type": "module" }')
    const options = {
      extends: resolve('tsconfig.json'),
      compilerOptions: { noUnusedLocals: true },
      include: ['generated'],
    }
    writeFileSync(join(at, 'tsconfig.json'), JSON.stringify(options))
    const said = await new Promise<string>(done => {
      execFile(
        resolve('node_modules/.bin/tsc'),
        ['-p', at, '--noEmit', '--pretty', 'false'],
        (_, stdout) => done(stdout),
      )
    })
    expect(said).toBe('')
  }, 180_000)
})
