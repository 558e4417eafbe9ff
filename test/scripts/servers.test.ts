/**
 * The suite is green on a machine without servers: what needs one is skipped, and the run says so.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { prepareServers } from '../helpers/servers.ts'

// A disk without any program, so that no server is found wherever it is looked for.
vi.mock(import('node:fs'), async original => ({ ...(await original()), existsSync: () => false }))

const STARTS_ONE = /\b(startRedis|spawnRedis|startNginx|startObjectStore|startBrowser)\(/

const textOf = (file: string): string => readFileSync(`test/${file}`, 'utf8')
/** The test files that start a server of their own. */
const users = readdirSync('test', { recursive: true, encoding: 'utf8' }).filter(
  file => file.endsWith('.test.ts') && STARTS_ONE.test(textOf(file)),
)

it.each(users)('%s is skipped where its server is missing', file => {
  expect(textOf(file)).toMatch(/suitesWith\('/)
})

describe('a machine without any server', () => {
  afterEach(() => vi.unstubAllEnvs())

  const bare = (required: string): string[] => {
    const lines: string[] = []
    const env = { REDIS_URL: '', MEDIA_S3_URL: '', PROMTOOL: '', REQUIRE_SERVERS: required }
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
    prepareServers(line => lines.push(line))
    return lines
  }

  it('says what is skipped, and how to run it', () => {
    expect(bare('')).toEqual([
      expect.stringMatching(/^Skipped: the tests of several processes .*apt-get install redis/),
      expect.stringMatching(/^Skipped: the tests of media in a bucket; .*apt-get install swift/),
      expect.stringMatching(/^Skipped: the tests of a proxy in front; .*apt-get install nginx/),
      expect.stringMatching(
        /^Skipped: the tests of pages in a browser; .*apt-get install chromium/,
      ),
      expect.stringMatching(/^Skipped: the tests of the alert rules; .*apt-get install prometheus/),
    ])
  })

  it('fails where all servers are required', () => {
    expect(() => bare('1')).toThrow('REQUIRE_SERVERS=1, but no redis-server')
  })
})
