/**
 * generate(): the same bytes everywhere, code that compiles, and every file accounted for in the
 * manifest.
 */
import { treeOf } from '../js/parse.ts'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generate, type OutFile } from '../../generator/generate.ts'
import { write } from '../../generator/write/write.ts'
import { fixture } from './fixture.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../..')
let files: Map<string, OutFile>
const text = (path: string) => files.get(path)!.text
beforeAll(async () => {
  files = await generate(fixture())
})

describe('determinism', () => {
  it('two processes in other folders, locales and time zones write the same bytes', async () => {
    const made = await Promise.all(
      [
        ['C', 'UTC'],
        ['tr_TR.UTF-8', 'Pacific/Chatham'],
      ].map(async ([locale, zone]) => {
        const cwd = mkdtempSync(join(tmpdir(), `generate-${zone!.length}-`))
        const env = { ...process.env, LANG: locale, LC_ALL: locale, TZ: zone }
        const { stdout } = await run(
          process.execPath,
          [
            '--import',
            join(root, 'node_modules/tsx/dist/loader.mjs'),
            join(root, 'test/emit/generate-once.ts'),
            join(cwd, 'out'),
          ],
          { cwd, env },
        )
        const manifest = readFileSync(join(cwd, 'out/manifest.json'), 'utf8')
        rmSync(cwd, { recursive: true })
        return { stdout, manifest }
      }),
    )
    expect(made[0]!.stdout.split('\n').length).toBeGreaterThan(15)
    expect(made[0]).toEqual(made[1])
  })

  it('holds no dates but written ones, no absolute paths and no carriage returns', () => {
    for (const [path, file] of files) {
      expect(file.text, path).not.toMatch(/\r|20\d\d-\d\d-\d\dT(?!09:00:00Z)/)
      expect(file.text, path).not.toContain(root)
      expect(file.text.endsWith('\n'), path).toBe(true)
    }
  })

  it('the order of the files given does not matter to the hash', async () => {
    const turned = fixture()
    const other = await generate({ ...turned, sources: [...turned.sources].reverse() })
    expect(other.get('index.ts')!.text).toBe(text('index.ts'))
  })
})

describe('marks', () => {
  it('every code file says what it was made from and that it is not to be edited', () => {
    for (const [path, file] of files)
      if (path.endsWith('.ts'))
        expect(file.text.split('\n')[0], path).toMatch(
          /^\/\/ Code generated from catalog\/.* by "npm run generate"\. DO NOT EDIT\.$/,
        )
  })
  it('each gate and each price carries its catalog line', () => {
    const lines = text('media/pictures.ts').split('\n')
    for (const line of lines) {
      if (/^ {4}if \(/.test(line) || /^ {4}micro:/.test(line))
        expect(line).toMatch(/ \/\/ catalog\/media\/pictures\.routes\.yaml:\d+$/)
    }
    expect(lines.filter(l => l.includes('// catalog/media/pictures.routes.yaml:')).length).toBe(4)
  })
})

describe('code', () => {
  it("a let that only a rule needs stands behind the gate's `when`", () => {
    expect(text('media/pictures.ts')).toContain(
      [
        "    if (body.size !== 'any') { // catalog/media/pictures.routes.yaml:2",
        '      const half = body.n * 0.5',
        '      if (!(half < 5 && Object.hasOwn(model.rates, body.size)))',
        "        return { status: 400, message: 'no such size' }",
        '    }',
      ].join('\n'),
    )
  })
  it('formulas that wait are async, and hooks come from the scope', () => {
    expect(text('media/pictures.ts')).toContain(
      "reply: async ({ models, hooks }) => {\n    const held = await hooks.held('x')\n",
    )
  })
  it('a fixed upstream is a constant, a chosen one is looked up', () => {
    expect(text('media/pictures.ts')).toContain('upstream: () => makerRead,')
    expect(text('media/pictures.ts')).toContain(
      'upstream: ({ model }) => at(calls, model.upstream),',
    )
  })
  it('members with a default are always there in the request type', () => {
    expect(text('media/pictures.requests.ts')).toContain('  size: string\n')
    expect(text('media/pictures.requests.ts')).toContain('  extra?: Json\n')
  })
})

describe('manifest', () => {
  it('has the hash of every input and output, and which made which', () => {
    const manifest = JSON.parse(text('manifest.json')) as {
      inputs: Record<string, string>
      shared: string[]
      outputs: Record<string, { sha256: string; from: string[] }>
    }
    const sha = (value: string) => createHash('sha256').update(value).digest('hex')
    expect(Object.keys(manifest.outputs)).toEqual(
      [...files.keys()].filter(p => p !== 'manifest.json'),
    )
    for (const [path, output] of Object.entries(manifest.outputs))
      expect(output.sha256, path).toBe(sha(text(path)))
    for (const source of fixture().sources)
      expect(manifest.inputs[source.path]).toBe(sha(source.text))
    const froms = Object.values(manifest.outputs).flatMap(({ from }) => from)
    const words = ['all', 'shared']
    for (const path of [...manifest.shared, ...froms.filter(one => !words.includes(one))])
      expect(manifest.inputs).toHaveProperty([path])
    expect(manifest.outputs['media/pictures.ts']!.from).toEqual([
      'shared',
      'catalog/media/pictures.models.yaml',
      'catalog/media/pictures.routes.yaml',
    ])
    expect(manifest.shared).toContain('catalog/hooks.yaml')
    expect(manifest.outputs['x402.json']!.from).toEqual(['all'])
  })
})

describe('compiling', () => {
  const at = join(root, '.farebox', `tsc-${process.pid}`)
  afterAll(() => rmSync(at, { recursive: true, force: true }))

  /** What the compiler says about these generated files beside the real runtime. */
  async function compile(out: ReadonlyMap<string, OutFile>): Promise<string[]> {
    rmSync(at, { recursive: true, force: true })
    mkdirSync(at, { recursive: true })
    write(out, join(at, 'generated'))
    mkdirSync(join(at, 'runtime/hooks'), { recursive: true })
    for (const file of ['contract.ts', 'contract', 'discovery.ts', 'formula.ts', 'lib'])
      cpSync(join(root, 'runtime', file), join(at, 'runtime', file), { recursive: true })
    writeFileSync(
      join(at, 'runtime/hooks/index.ts'),
      'export function createHooks(_: object) { return { held: async (wallet: string) => BigInt(wallet.length) } }\n',
    )
    symlinkSync(join(root, 'node_modules'), join(at, 'node_modules'))
    writeFileSync(join(at, 'package.json'), '{ "type": "module" }')
    writeFileSync(
      join(at, 'tsconfig.json'),
      JSON.stringify({
        extends: join(root, 'tsconfig.json'),
        compilerOptions: { noUnusedLocals: true },
        include: ['generated'],
      }),
    )
    const result = await run(join(root, 'node_modules/.bin/tsc'), [
      '-p',
      at,
      '--noEmit',
      '--pretty',
      'false',
    ]).catch((e: { stdout: string }) => e)
    return result.stdout.split('\n').filter(line => line.trim() !== '')
  }

  it('the generated code passes the strict compiler, with nothing imported in vain', async () => {
    expect(await compile(files)).toEqual([])
  })

  it('a hook that the runtime does not provide as declared is an error of the build', async () => {
    const ir = fixture()
    const missing = await compile(
      await generate({ ...ir, hooks: [...ir.hooks, { ...ir.hooks[0]!, name: 'absent' }] }),
    )
    expect(missing.join()).toMatch(/^[^,]*hooks\.check\.ts.*'absent'/)
    const other = await compile(
      await generate({ ...ir, hooks: [{ ...ir.hooks[0]!, takes: [{ kind: 'integer' }] }] }),
    )
    expect(other.some(line => line.includes('hooks.check.ts'))).toBe(true)
  })

  it('a formula that reads what a body has not is an error of the build', async () => {
    const ir = fixture()
    const [first, ...rest] = ir.routes
    const wrong = {
      ...first!,
      price: {
        ...first!.price!,
        arms: [
          {
            ...first!.price!.arms[0]!,
            micro: { ...first!.price!.arms[0]!.micro, js: treeOf('BigInt(body.nn)') },
          },
        ],
      },
    }
    expect((await compile(await generate({ ...ir, routes: [wrong, ...rest] }))).join()).toContain(
      "'nn' does not exist",
    )
  })
}, 60_000)
