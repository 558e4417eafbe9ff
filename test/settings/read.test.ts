import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Catalog } from '../../runtime/contract.ts'
import { readSettings, secretsOf } from '../../runtime/settings/read.ts'
import { SETTINGS } from '../../runtime/settings/table.ts'
import type { Settings } from '../../runtime/settings/types.ts'
import { SIGNING_KEY } from '../../scripts/world/keys.ts'

const spec = (name: string, base: string) => ({
  name,
  env: name.toUpperCase(),
  base,
  source: name,
  headers: { Authorization: 'Bearer {key}' },
  capacity: { concurrency: 8, queue: 8 },
})
const catalog = {
  networks: { base: { kind: 'evm' }, testnet: { kind: 'evm' } } as unknown as Catalog['networks'],
  upstreams: {
    vendor_a: spec('vendor_a', 'https://api.vendor-a.example'),
    nodes: spec('nodes', 'https://{model.host}.nodes.example'),
  },
}
const KEY = `0x${createHash('sha256').update('a key for tests').digest('hex')}`
const SIGNING = 'a-signing-key-for-tests-of-settings'
const good = {
  PAY_TO: '0x1111111111111111111111111111111111111111',
  RPC_URL: 'https://rpc.example/v2/rpc-secret-key',
  RELAYER_KEY: KEY,
  SIGNING_KEYS: SIGNING,
}
const S3 = {
  MEDIA_S3_URL: 'https://s3.example.com/media/farebox',
  MEDIA_S3_KEY_ID: 'AKIDEXAMPLE',
  MEDIA_S3_SECRET: 's3-secret/with+signs=',
}
const KNOWN_KEY = `0x${'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'}`
const KNOWN_ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

const settings = (env: Record<string, string>): Settings => {
  const result = readSettings(env, catalog)
  if ('problems' in result) throw new Error(result.problems.join('\n'))
  return result.settings
}
const problems = (env: Record<string, string>): string[] => {
  const result = readSettings(env, catalog)
  return 'problems' in result ? result.problems : []
}

describe('settings', () => {
  it('have defaults for all but PAY_TO, RPC_URL and RELAYER_KEY', () => {
    expect(settings(good)).toEqual({
      network: 'base',
      payTo: good.PAY_TO,
      rpcUrl: good.RPC_URL,
      relayerKey: KEY,
      confirmations: 1,
      store: { dir: '.farebox/data' },
      media: { dir: '.farebox/media' },
      signingKeys: [SIGNING],
      salesDays: 400,
      host: '127.0.0.1',
      port: 4020,
      clientIpHeader: 'cf-connecting-ip',
      trustedProxies: [],
      logLevel: 'info',
      trace: false,
      region: 'local',
      upstreams: {
        vendor_a: { url: 'https://api.vendor-a.example' },
        nodes: { url: 'https://{model.host}.nodes.example' },
      },
      mediaAllowHosts: [],
      dev: false,
    })
  })

  it('take everything that the environment says', () => {
    expect(
      settings({
        ...good,
        NETWORK: 'testnet',
        REDIS_URL: 'rediss://:pw@redis.example:6380/1',
        MEDIA_DIR: '/m',
        HOST: '0.0.0.0',
        PORT: '0',
        PUBLIC_URL: 'https://api.example.com/',
        CLIENT_IP_HEADER: 'X-Real-IP',
        TRUSTED_PROXIES: '10.0.0.0/8, 2001:db8::1',
        LOG_LEVEL: 'debug',
        REGION: 'fra1',
        TRACE: '1',
        CONFIRMATIONS: '3',
        VENDOR_A_URL: 'http://127.0.0.1:9000/base',
        VENDOR_A_KEY: ' k-123456 ',
        NODES_URL: 'http://127.0.0.1:9001/{model.host}',
      }),
    ).toMatchObject({
      network: 'testnet',
      store: { redis: 'rediss://:pw@redis.example:6380/1' },
      media: { dir: '/m' },
      host: '0.0.0.0',
      port: 0,
      publicUrl: 'https://api.example.com',
      clientIpHeader: 'x-real-ip',
      trustedProxies: ['10.0.0.0/8', '2001:db8::1'],
      logLevel: 'debug',
      region: 'fra1',
      trace: true,
      confirmations: 3,
      upstreams: {
        vendor_a: { url: 'http://127.0.0.1:9000/base', key: 'k-123456' },
        nodes: { url: 'http://127.0.0.1:9001/{model.host}' },
      },
    })
    expect(
      settings({
        ...good,
        RELAYER_KEY: '',
        FACILITATOR_URL: 'https://f.example/x/',
        FACILITATOR_KEY: 't',
      }),
    ).toMatchObject({ facilitator: { url: 'https://f.example/x', key: 't' } })
    expect(settings({ ...good, CLIENT_IP_HEADER: 'X-Real-IP' }).trustedProxies).toEqual([
      '127.0.0.0/8',
      '::1/128',
    ])
    expect(
      settings({ ...good, CLIENT_IP_HEADER: 'X-Real-IP', TRUSTED_PROXIES: 'none' }).trustedProxies,
    ).toEqual([])
    expect(settings({ ...good, TRUSTED_PROXIES: 'none' }).trustedProxies).toEqual([])
  })

  it('keep media in a bucket where one is named', () => {
    const { MEDIA_S3_URL: url, MEDIA_S3_KEY_ID: keyId, MEDIA_S3_SECRET: secret } = S3
    expect(settings({ ...good, ...S3 }).media).toEqual({
      s3: { url, region: 'us-east-1', keyId, secret },
    })
    expect(
      settings({
        ...good,
        ...S3,
        MEDIA_S3_REGION: 'eu-central-1',
        MEDIA_S3_URL: 'http://10.0.0.5:9000/media/',
      }).media,
    ).toEqual({ s3: { url: 'http://10.0.0.5:9000/media', region: 'eu-central-1', keyId, secret } })
  })

  it('have one signing key or more, the newest first', () => {
    expect(
      settings({ ...good, SIGNING_KEYS: `${'n'.repeat(32)}, ${SIGNING}` }).signingKeys,
    ).toEqual(['n'.repeat(32), SIGNING])
  })

  it('an upstream without a key is no problem: it is not configured', () => {
    expect(settings({ ...good, VENDOR_A_KEY: '  ' }).upstreams.vendor_a).toEqual({
      url: 'https://api.vendor-a.example',
    })
  })
})

describe('problems', () => {
  it('are all named at once', () => {
    const found = problems({ PORT: '99999', VENDOR_A_URL: 'vendor', CONFIRMATIONS: 'x' })
    expect(found.map(line => line.split(' ')[0])).toEqual([
      'PAY_TO',
      'RPC_URL',
      'RELAYER_KEY',
      'CONFIRMATIONS',
      'SIGNING_KEYS',
      'PORT',
      'VENDOR_A_URL',
    ])
    expect(found).toContain('PAY_TO is required: an address: 0x and 40 hex digits')
    expect(found).toContain('RELAYER_KEY or FACILITATOR_URL is required')
  })

  it.each([
    ['NETWORK', 'mainnet'],
    ['PAY_TO', '0x12'],
    ['PAY_TO', 'me.eth'],
    ['RPC_URL', 'rpc.example'],
    ['RPC_URL', 'ws://x'],
    ['RELAYER_KEY', 'ab'.repeat(32)],
    ['RELAYER_KEY', `0x${'0'.repeat(64)}`],
    ['RELAYER_KEY', `0x${'f'.repeat(64)}`],
    ['REDIS_URL', 'http://x'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['PUBLIC_URL', 'https://x.example/path'],
    ['PUBLIC_URL', 'x.example'],
    ['CLIENT_IP_HEADER', 'a b'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', 'proxy.example'],
    ['LOG_LEVEL', 'loud'],
    ['TRACE', 'yes'],
    ['REGION', 'a\nb'],
    ['CONFIRMATIONS', '0'],
    ['SIGNING_KEYS', 'short'],
    ['SIGNING_KEYS', `${SIGNING},`],
    ['SIGNING_KEYS', `${SIGNING},short`],
    ['SIGNING_KEYS', `${SIGNING} with spaces`],
    ['VENDOR_A_URL', 'ftp://x'],
    ['VENDOR_A_URL', 'https://x.example/?key=1'],
    ['VENDOR_A_KEY', 'two words'],
    ['MEDIA_ALLOW_HOSTS', 'http://x'],
    ['WALLETS', KNOWN_ADDRESS],
    ['WALLETS', 'background=0x12'],
    ['WALLETS', `=${KNOWN_ADDRESS}`],
    ['WALLETS', `a=${KNOWN_ADDRESS};`],
  ])('%s=%s', (name, value) => {
    const found = problems({ ...good, FAREBOX_DEV: '1', [name]: value })
    expect(found).toHaveLength(1)
    expect(found[0]).toMatch(new RegExp(`^${name} must`))
  })

  it.each([
    ['MEDIA_S3_URL', 's3.example.com/media'],
    ['MEDIA_S3_URL', 'https://s3.example.com'],
    ['MEDIA_S3_URL', 'https://s3.example.com/'],
    ['MEDIA_S3_URL', 's3://media'],
    ['MEDIA_S3_URL', 'https://id:secret@s3.example.com/media'],
    ['MEDIA_S3_URL', 'https://s3.example.com/m?x=1'],
    ['MEDIA_S3_REGION', 'eu central'],
    ['MEDIA_S3_KEY_ID', 'two words'],
    ['MEDIA_S3_SECRET', 'two\nlines'],
  ])('a bucket with %s=%s', (name, value) => {
    expect(problems({ ...good, ...S3, [name]: value })).toEqual([
      expect.stringMatching(new RegExp(`^${name} must`)),
    ])
  })

  it('a bucket that is not set completely', () => {
    expect(
      problems({ ...good, MEDIA_S3_REGION: 'eu-1' }).map(line => line.split(' is required')[0]),
    ).toEqual(['MEDIA_S3_URL', 'MEDIA_S3_KEY_ID', 'MEDIA_S3_SECRET'])
    for (const name of Object.keys(S3))
      expect(problems({ ...good, ...S3, [name]: '' })).toEqual([
        expect.stringMatching(`^${name} is required`),
      ])
  })

  it('lists of wallets', () => {
    const other = KNOWN_ADDRESS.replace('f39', 'abc')
    expect(
      settings({ ...good, WALLETS: `background=${KNOWN_ADDRESS}, ${other}; beta = ${other}` })
        .wallets,
    ).toEqual({ background: [KNOWN_ADDRESS, other], beta: [other] })
  })

  it('settings that exclude each other', () => {
    expect(problems({ ...good, ...S3, MEDIA_DIR: '/m' })).toEqual([
      'MEDIA_S3_URL and MEDIA_DIR cannot both be set',
    ])
    expect(problems({ ...good, FACILITATOR_URL: 'https://f.example' })).toEqual([
      'RELAYER_KEY and FACILITATOR_URL cannot both be set',
    ])
    expect(problems({ ...good, REDIS_URL: 'redis://x', DATA_DIR: '/d' })).toEqual([
      'REDIS_URL and DATA_DIR cannot both be set',
    ])
  })

  it('well-known development keys and private media hosts are refused outside development', () => {
    const env = {
      ...good,
      RELAYER_KEY: KNOWN_KEY,
      PAY_TO: KNOWN_ADDRESS,
      SIGNING_KEYS: `${SIGNING},${SIGNING_KEY}`,
      MEDIA_ALLOW_HOSTS: '127.0.0.1:9000',
    }
    expect(problems(env).map(line => line.split(' ')[0])).toEqual([
      'PAY_TO',
      'RELAYER_KEY',
      'SIGNING_KEYS',
      'MEDIA_ALLOW_HOSTS',
    ])
    expect(settings({ ...env, FAREBOX_DEV: '1' })).toMatchObject({
      dev: true,
      mediaAllowHosts: ['127.0.0.1:9000'],
    })
  })

  it('never quote a value', () => {
    const secret = 'hunter2hunter2'
    const names = [
      ...SETTINGS.map(setting => setting.name).filter(name => name !== 'FAREBOX_DEV'),
      'VENDOR_A_URL',
    ]
    const found = problems(Object.fromEntries(names.map(name => [name, `\u0000 ${secret}`])))
    expect(found.length).toBeGreaterThan(10)
    expect(found.join('\n')).not.toContain(secret)
  })
})

describe('the documented table', () => {
  it('names each setting once, and every name is really read', () => {
    const names = SETTINGS.map(setting => setting.name)
    expect(new Set(names).size).toBe(names.length)
    const read = new Set<string>()
    const env = new Proxy<Record<string, string>>(
      { ...good },
      {
        get: (target, name: string) => {
          read.add(name)
          return target[name]
        },
      },
    )
    readSettings(env, catalog)
    readSettings(
      new Proxy({ FACILITATOR_URL: 'https://f.example' } as Record<string, string>, {
        get: (target, name: string) => {
          read.add(name)
          return target[name]
        },
      }),
      catalog,
    )
    expect([...read].filter(name => !/^(VENDOR_A|NODES)_/.test(name)).sort()).toEqual(
      [...names].sort(),
    )
  })
})

describe('secrets', () => {
  it('are given to the redactor', () => {
    const secrets = secretsOf(settings({ ...good, ...S3, REDIS_URL: 'redis://:pw@r' }))
    expect(secrets).toEqual(
      expect.arrayContaining([
        KEY,
        KEY.slice(2),
        good.RPC_URL,
        'redis://:pw@r',
        SIGNING,
        S3.MEDIA_S3_KEY_ID,
        S3.MEDIA_S3_SECRET,
      ]),
    )
  })
})
