/** The local sandbox service checks what it is sent, and runs nothing on this machine. */
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { askUpstream, startUpstreams, type LocalUpstreams } from '../helpers/upstreams.ts'

let up: LocalUpstreams
beforeAll(async () => {
  up = await startUpstreams()
})
afterAll(() => up.stop())
afterEach(() => up.reset('boxes'))

const CONFIG = { image: 'python:3.11', timeout: 60, cpu: 1, memory: 512 }
const ask = (path: string, body: unknown) => askUpstream(up, 'boxes', { path, body })
const newBox = async (): Promise<string> => (await ask('/create', CONFIG)).json.sandbox_id
const exec = async (sandbox_id: string, ...command: string[]) =>
  (await ask('/exec', { sandbox_id, command, timeout: 5 })).json

it('refuses a wrong key, unknown fields and values out of range', async () => {
  const wrong = await askUpstream(up, 'boxes', { path: '/create', body: CONFIG, key: 'wrong' })
  expect(wrong.status).toBe(401)
  for (const [path, body, field] of [
    ['/create', { ...CONFIG, timeout: 9 }, 'timeout'],
    ['/create', { ...CONFIG, image: 'ubuntu' }, 'image'],
    ['/create', { ...CONFIG, gpu: 'B200' }, 'gpu'],
    ['/create', { ...CONFIG, colour: 'red' }, 'colour'],
    ['/exec', { sandbox_id: 'sb-1', command: 'ls', timeout: 5 }, 'command'],
    ['/status', {}, 'sandbox_id'],
  ] as const) {
    const { status, json } = await ask(path, body)
    expect([status, json.detail[0].loc]).toEqual([422, ['body', field]])
  }
})

it('emulates a few programs', async () => {
  const id = await newBox()
  expect(await exec(id, 'python', '-c', 'print(2 + 3 * 4); print(2 ** 10 // 3)')).toMatchObject({
    stdout: '14\n341\n',
    returncode: 0,
  })
  expect(await exec(id, 'python', '-c', "raise ValueError('no')")).toMatchObject({
    stderr: expect.stringContaining('ValueError: no'),
    returncode: 1,
  })
  expect(await exec(id, 'sh', '-c', 'echo a > x && cat x; false; ls')).toMatchObject({
    stdout: 'a\nx\n',
    returncode: 0,
  })
  expect(await exec(id, 'sleep', '6')).toMatchObject({ returncode: 124 })
  expect(await exec(id, 'constructor')).toMatchObject({ returncode: 127 })
})

it('keeps the files of a sandbox to itself, and touches none of this machine', async () => {
  const [one, two] = [await newBox(), await newBox()]
  const path = join(tmpdir(), 'farebox-must-not-exist')
  await exec(one, 'sh', '-c', `echo hi > ${path}`)
  await exec(one, 'python', '-c', `open('${path}', 'w')`)
  expect(existsSync(path)).toBe(false)
  expect(await exec(one, 'cat', path)).toMatchObject({ stdout: 'hi\n' })
  expect(await exec(two, 'cat', path)).toMatchObject({ returncode: 1 })
  expect(await exec(two, 'cat', '/etc/passwd')).toMatchObject({ stdout: '', returncode: 1 })
})

it('ends a sandbox once, on request or when its lifetime is over', async () => {
  const [one, two] = [await newBox(), await newBox()]
  const status = async (sandbox_id: string) => (await ask('/status', { sandbox_id })).json
  await ask('/terminate', { sandbox_id: one })
  expect(await status(one)).toMatchObject({ status: 'terminated', returncode: 137 })
  up.set('boxes', { mode: 'ok', ahead: 59_000 })
  expect(await status(two)).toMatchObject({ status: 'running', returncode: null })
  up.set('boxes', { mode: 'ok', ahead: 60_000 })
  expect(await status(two)).toMatchObject({ status: 'terminated', returncode: 124 })
  expect((await ask('/exec', { sandbox_id: two, command: ['ls'], timeout: 5 })).status).toBe(404)
})
