/** The running gateways of `npm start`, which other commands find. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { afterEach, expect, it } from 'vitest'
import { noteRunning, runningAt, runningOn } from '../../scripts/world/running.ts'

const gateway = (port: number) => ({
  url: `http://127.0.0.1:${port}`,
  rpc: 'http://127.0.0.1:1',
  buyer_key: '0x1',
})
const other = (pid: number): string => `.farebox/running/${pid}.json`
const dead = spawnSync(process.execPath, ['--version']).pid
const files = [other(process.ppid), other(dead)]
afterEach(() => files.forEach(file => rmSync(file, { force: true })))

it('are those of every process that is alive, until it ends', () => {
  mkdirSync('.farebox/running', { recursive: true })
  files.forEach((file, i) =>
    writeFileSync(file, JSON.stringify({ [`test-${i}`]: gateway(65_001 + i) })),
  )
  const forget = noteRunning({ 'test-own': gateway(65_003) })
  expect(runningOn('test-own')).toEqual(gateway(65_003))
  expect(runningAt('http://127.0.0.1:65001/api')).toEqual(gateway(65_001))
  expect(runningOn('test-1')).toBeUndefined()
  expect(runningAt('http://127.0.0.1:65002')).toBeUndefined()
  forget()
  expect(runningOn('test-own')).toBeUndefined()
  expect(runningOn('test-0')).toEqual(gateway(65_001))
})
