/** Sandboxes: what may be asked, how one lives, and who may use it. */
import { describe, expect, it } from 'vitest'
import { call, paidBy, signed } from './client.ts'
import {
  ask,
  BOX,
  buy,
  buyer,
  ENDPOINTS,
  FINE,
  free,
  heard,
  newBox,
  OPERATIONS,
  shop,
  useShop,
} from './sandbox-desk.ts'

/** The mark under which a sandbox is ended if nobody pays. */
const LABEL = expect.stringMatching(/^[0-9a-f]{16}$/)

useShop()

describe('ERR3-005 a body that does not fit is 400 with its path in details, before any payment', () => {
  const box = { sandbox_id: 'sb-1' }
  it.each<[string, (typeof OPERATIONS)[number], object, string]>([
    ['BOX-007', 'create', { image: 'python:3.12' }, 'image'],
    ['BOX-007', 'create', { image: 'PYTHON:3.11' }, 'image'],
    ['BOX-009', 'create', { setup_commands: ['pip install numpy'] }, 'setup_commands'],
    ['BOX-009', 'create', { setup_commands: [null] }, 'setup_commands'],
    ['BOX-011', 'create', { timeout: 9 }, 'timeout'],
    ['BOX-011', 'create', { timeout: 86_401 }, 'timeout'],
    ['BOX-011', 'create', { timeout: 10.5 }, 'timeout'],
    ['BOX-011', 'create', { timeout: '300' }, 'timeout'],
    ['BOX-011', 'create', { timeout: -300 }, 'timeout'],
    ['BOX-015', 'create', { cpu: 1.1 }, 'cpu'],
    ['BOX-015', 'create', { cpu: 8 }, 'cpu'],
    ['BOX-015', 'create', { cpu: 0 }, 'cpu'],
    ['BOX-015', 'create', { memory: 1025 }, 'memory'],
    ['BOX-015', 'create', { memory: 512.5 }, 'memory'],
    ['BOX-016', 'create', { gpu: 'T4', cpu: 8.1 }, 'cpu'],
    ['BOX-016', 'create', { gpu: 'H100', memory: 32_769 }, 'memory'],
    ['BOX-017', 'create', { gpu: 'B200' }, 'gpu'],
    ['BOX-017', 'create', { gpu: 't4' }, 'gpu'],
    ['BOX-017', 'create', { gpu: 'cpu' }, 'gpu'],
    ['BOX-017', 'create', { gpu: '__proto__' }, 'gpu'],
    ['BOX-003', 'create', { colour: 'red' }, 'colour'],
    ['BOX-003', 'create', { Timeout: 3600 }, 'Timeout'],
    ['BOX-003', 'exec', { ...FINE.exec, env: {} }, 'env'],
    ['BOX-003', 'status', { ...box, verbose: true }, 'verbose'],
    ['BOX-003', 'terminate', { ...box, force: true }, 'force'],
    ['BOX-041', 'exec', { command: ['ls'] }, 'sandbox_id'],
    ['BOX-041', 'exec', { sandbox_id: '', command: ['ls'] }, 'sandbox_id'],
    ['BOX-041', 'exec', { sandbox_id: 7, command: ['ls'] }, 'sandbox_id'],
    ['BOX-042', 'exec', box, 'command'],
    ['BOX-042', 'exec', { ...box, command: [] }, 'command'],
    ['BOX-042', 'exec', { ...box, command: 'ls' }, 'command'],
    ['BOX-042', 'exec', { ...box, command: ['ls', 7] }, 'command.1'],
    ['BOX-042', 'exec', { ...box, command: Array(33).fill('x') }, 'command'],
    ['BOX-042', 'exec', { ...box, command: ['x'.repeat(2001)] }, 'command.0'],
    ['BOX-043', 'exec', { ...FINE.exec, timeout: 0 }, 'timeout'],
    ['BOX-043', 'exec', { ...FINE.exec, timeout: 61 }, 'timeout'],
    ['BOX-043', 'exec', { ...FINE.exec, timeout: 1.5 }, 'timeout'],
    ['BOX-049', 'status', {}, 'sandbox_id'],
    ['BOX-054', 'terminate', {}, 'sandbox_id'],
    ['BOX-054', 'terminate', { sandbox_id: null }, 'sandbox_id'],
  ])('%s %s %j', async (_id, operation, body, path) => {
    const { status, body: reply, headers } = await ask(operation, body)
    expect([status, reply.error, headers['payment-required']]).toEqual([
      400,
      'Invalid request body',
      undefined,
    ])
    expect(reply.details).toContainEqual({
      path,
      message: expect.stringMatching(/\S/),
      code: expect.stringMatching(/\S/),
    })
    expect(heard()).toEqual([])
  })

  it('BOX-015 BOX-003 also with a payment, which stays unused', async () => {
    const path = `${BOX}/create`
    const header = await signed(shop.url, buyer.account, { path, body: {} })
    const send = (body: object) => call(shop.url, { path, body, headers: paidBy(header) })
    expect((await send({ cpu: 1.1 })).body.details[0]).toEqual({
      path: 'cpu',
      message: 'must be <= 1 in this sandbox',
      code: 'invalid',
    })
    expect((await send({ cpu: 1 })).status).toBe(200)
  })

  it('BOX-042 a command of 100,000 parts is 400, and nobody is asked', async () => {
    const command = Array(100_000).fill('x')
    expect((await ask('exec', { sandbox_id: 'sb-1', command })).status).toBe(400)
    expect(heard()).toEqual([])
  })

  it('BOX-003 a body that is not JSON, or no object, is 400', async () => {
    expect((await ask('create', '{"timeout":')).body.error).toBe('Invalid JSON')
    for (const body of ['[]', '"x"', '7', 'null'])
      expect((await ask('create', body)).status).toBe(400)
  })
})

describe('a body that fits', () => {
  it.each<[string, (typeof OPERATIONS)[number], object]>([
    ['BOX-010', 'create', { setup_commands: [] }],
    ['BOX-011', 'create', { timeout: 10 }],
    ['BOX-011', 'create', { timeout: 86_400 }],
    ['BOX-015', 'create', { cpu: 1, memory: 1024 }],
    ['BOX-016', 'create', { gpu: 'A100', cpu: 8, memory: 32_768 }],
    ['BOX-007', 'create', { image: 'python:3.11' }],
    ['BOX-042', 'exec', { sandbox_id: 'sb-1', command: Array(32).fill('x'.repeat(2000)) }],
    ['BOX-042', 'exec', { sandbox_id: 'sb-1', command: ['echo', '', 'ü💡'] }],
    ['BOX-043', 'exec', { ...FINE.exec, timeout: 1 }],
    ['BOX-043', 'exec', { ...FINE.exec, timeout: 60 }],
  ])('%s %s %j is quoted', async (_id, operation, body) => {
    expect((await ask(operation, body)).status).toBe(402)
  })

  it('BOX-010 an empty list of setup commands is accepted, paid too', async () => {
    expect((await buy('create', { setup_commands: [] })).status).toBe(200)
  })

  it('BOX-008 BOX-012 BOX-013 BOX-014 what is left out has its default, there and in the reply', async () => {
    const { body } = await buy('create', {})
    const defaults = { image: 'python:3.11', timeout: 300, cpu: 1, memory: 512 }
    expect(heard()[0].body).toEqual({ ...defaults, label: LABEL })
    expect(body.config).toEqual({ ...defaults, gpu: null })
  })

  it('BOX-044 a command may take 60 seconds unless it says otherwise', async () => {
    const sandbox_id = await newBox()
    await buy('exec', { sandbox_id, command: ['true'] })
    await buy('exec', { sandbox_id, command: ['true'], timeout: 7 })
    expect(
      heard()
        .slice(1)
        .map(({ body }) => body.timeout),
    ).toEqual([60, 7])
  })
})

describe('on the way to a payment', () => {
  it.each(OPERATIONS)(
    'BOX-001 BOX-002 BOX-006 %s is posted, paid on Base, with an authorization of 300 seconds',
    async operation => {
      const { status, body, challenge } = await ask(operation)
      expect([status, challenge!.accepts.map(one => one.network)]).toEqual([402, ['eip155:8453']])
      expect(body.accepts.map((one: any) => [one.network, one.maxTimeoutSeconds])).toEqual([
        ['eip155:8453', 300],
      ])
      expect(body).toMatchObject({ endpoint: `${BOX}/${operation}`, method: 'POST' })
    },
  )

  it.each([...OPERATIONS, 'anything', 'a/b', 'create/', 'CREATE'])(
    'BOX-004 GET of %s is a 402 that lists the endpoints',
    async name => {
      const { status, body, challenge } = await call(shop.url, { path: `${BOX}/${name}` })
      expect([status, body.endpoints]).toEqual([402, ENDPOINTS])
      expect(challenge!.accepts[0]!.network).toBe('eip155:8453')
    },
  )

  it('BOX-004 a paid GET of another path is 404 and costs nothing', async () => {
    const sent = { path: `${BOX}/anything` }
    const header = await signed(shop.url, buyer.account, sent)
    const before = await buyer.balance()
    const seen = await call(shop.url, { ...sent, headers: paidBy(header) })
    expect([seen.status, await buyer.balance()]).toEqual([404, before])
  })

  it.each(['anything', 'create/more', 'exec/../create', 'terminat'])(
    'BOX-004 ERR3-007 a POST to %s is 404 and lists the endpoints',
    async name => {
      const { status, body } = await call(shop.url, { path: `${BOX}/${name}`, body: {} })
      expect([status, body.error, body.endpoints]).toEqual([404, 'Not Found', ENDPOINTS])
    },
  )

  it.each(OPERATIONS)(
    'BOX-001 BOX-006 a POST of %s without a body explores; {} is a body',
    async operation => {
      const sent = { method: 'POST', path: `${BOX}/${operation}` }
      const { status, body } = await call(shop.url, sent)
      expect([status, body.endpoints]).toEqual([402, ENDPOINTS])
      expect((await ask(operation, {})).status).toBe(operation === 'create' ? 402 : 400)
    },
  )

  it('BOX-005 402, 400, 404 and paid replies of every operation say no-store', async () => {
    const sandbox_id = await newBox()
    const bodies = { create: {}, exec: { sandbox_id, command: ['true'] }, status: { sandbox_id } }
    const all = await Promise.all([
      ask('create'),
      ask('exec', {}),
      call(shop.url, { path: `${BOX}/create` }),
      call(shop.url, { path: `${BOX}/nothing`, body: {} }),
    ])
    const bought = [
      await buy('create', bodies.create),
      await buy('exec', bodies.exec),
      await buy('status', bodies.status),
      await buy('terminate', bodies.status),
      await free('status', { sandbox_id: 'sb-none' }),
    ]
    expect(bought.map(({ status }) => status)).toEqual([200, 200, 200, 200, 404])
    for (const { headers } of [...all, ...bought])
      expect(headers['cache-control']).toMatch(/^no-store\b/)
  })
})

describe('the life of a sandbox', () => {
  it('BOX-036 BOX-037 BOX-038 it is created, running, with the machine that was asked for', async () => {
    const asked = { timeout: 600, cpu: 4, memory: 2048, gpu: 'T4' }
    const { status, body, receipt, headers } = await buy('create', asked)
    expect(status).toBe(200)
    expect(body).toEqual({
      sandbox_id: expect.stringMatching(/^sb-[0-9a-f]{32}$/),
      status: 'running',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/),
      config: { image: 'python:3.11', ...asked },
    })
    expect([receipt!.success, receipt!.transaction]).toEqual([true, headers['x-payment-receipt']])
    expect(shop.taps.boxes.seen[0]!.headers.authorization).toBe(
      `Bearer ${shop.world.env.BOXES_KEY}`,
    )
    expect(heard()).toEqual([
      { method: 'POST', url: '/v1/create', body: { image: 'python:3.11', ...asked, label: LABEL } },
    ])
  })

  it('BOX-037 an image may be named, and a CPU sandbox has no gpu', async () => {
    const { body } = await buy('create', { image: 'python:3.11' })
    expect(body.config).toEqual({
      image: 'python:3.11',
      timeout: 300,
      cpu: 1,
      memory: 512,
      gpu: null,
    })
  })

  it('BOX-045 BOX-046 commands leave output and a code, and the sandbox goes on', async () => {
    const sandbox_id = await newBox()
    const exec = async (...command: string[]) =>
      (await buy('exec', { sandbox_id, command })).body as unknown
    expect(await exec('echo', 'ü', '💡')).toEqual({
      sandbox_id,
      stdout: 'ü 💡\n',
      stderr: '',
      returncode: 0,
    })
    expect(await exec('python', '-c', "print('hi'); print(6 * 7)")).toMatchObject({
      stdout: 'hi\n42\n',
      returncode: 0,
    })
    expect(await exec('sh', '-c', 'echo kept > note')).toMatchObject({ stdout: '', returncode: 0 })
    expect(await exec('cat', 'note')).toMatchObject({ stdout: 'kept\n' })
    expect((await buy('status', { sandbox_id })).body.status).toBe('running')
  })

  it('BOX-045 a command that fails, or says nothing, is a result and is charged', async () => {
    const sandbox_id = await newBox()
    for (const [command, code] of [
      [['cat', 'nothing'], 1],
      [['python', '-c', 'import sys; sys.exit(3)'], 3],
      [['nosuch'], 127],
      [['true'], 0],
      [['sleep', '61'], 124],
    ] as const) {
      const before = await buyer.balance()
      const seen = await buy('exec', { sandbox_id, command })
      expect([seen.status, seen.body.returncode]).toEqual([200, code])
      expect(before - (await buyer.balance())).toBe(2000n)
    }
  })

  it('BOX-050 BOX-055 BOX-056 its status has a code once it has been ended', async () => {
    const sandbox_id = await newBox()
    expect((await buy('status', { sandbox_id })).body).toEqual({
      sandbox_id,
      status: 'running',
      returncode: null,
    })
    expect((await buy('terminate', { sandbox_id })).body).toEqual({
      sandbox_id,
      status: 'terminated',
    })
    expect((await buy('status', { sandbox_id })).body).toEqual({
      sandbox_id,
      status: 'terminated',
      returncode: expect.any(Number),
    })
  })

  it('BOX-056 the service runs it no more, and has none of its files', async () => {
    const [ended, kept] = [await newBox(), await newBox()]
    for (const sandbox_id of [ended, kept])
      await buy('exec', { sandbox_id, command: ['touch', 'a', 'b'] })
    const running = async (): Promise<[string, number][]> => {
      const { BOXES_URL, BOXES_KEY } = shop.world.env
      const base = new URL(BOXES_URL!)
      const { body } = await call(base.origin, {
        path: `${base.pathname}/list`,
        body: {},
        headers: { authorization: `Bearer ${BOXES_KEY}` },
      })
      return body.boxes
        .filter((box: any) => [ended, kept].includes(box.sandbox_id))
        .map((box: any) => [`${box.sandbox_id} ${box.status}`, box.files])
    }
    expect(await running()).toEqual([
      [`${ended} running`, 2],
      [`${kept} running`, 2],
    ])
    await buy('terminate', { sandbox_id: ended })
    expect((await running()).sort()).toEqual(
      [
        [`${ended} terminated`, 0],
        [`${kept} running`, 2],
      ].sort(),
    )
  })

  it('BOX-057 BOX-056 ending it twice is fine; no command runs in it any more, uncharged', async () => {
    const sandbox_id = await newBox()
    for (const _time of [1, 2]) {
      const seen = await buy('terminate', { sandbox_id })
      expect([seen.status, seen.body]).toEqual([200, { sandbox_id, status: 'terminated' }])
    }
    const refused = await free('exec', { sandbox_id, command: ['true'] })
    expect([refused.status, refused.body.error]).toEqual([404, 'Bad Request'])
  })

  it('BOX-052 BOX-038 it ends by itself when its lifetime is over, not before', async () => {
    const [short, long] = [await newBox({ timeout: 60 }), await newBox({ timeout: 600 })]
    const states = async () =>
      Promise.all(
        [short, long].map(async sandbox_id => (await buy('status', { sandbox_id })).body.status),
      )
    expect(await states()).toEqual(['running', 'running'])
    shop.world.upstreams.set('boxes', { mode: 'ok', ahead: 60_000 })
    expect(await states()).toEqual(['terminated', 'running'])
    expect((await free('exec', { sandbox_id: short, command: ['true'] })).status).toBe(404)
    expect((await buy('terminate', { sandbox_id: short })).status).toBe(200)
  })
})

describe('whose sandbox it is', () => {
  it('BOX-058 another wallet that has its id may use it: the id is the only handle', async () => {
    const other = await shop.buyer()
    const sandbox_id = await newBox()
    const seen = await buy('exec', { sandbox_id, command: ['echo', 'mine'] }, other)
    expect([seen.status, seen.body.stdout]).toEqual([200, 'mine\n'])
    expect((await buy('terminate', { sandbox_id }, other)).status).toBe(200)
    expect((await buy('status', { sandbox_id })).body.status).toBe('terminated')
  })

  it('BOX-058 ids cannot be guessed, and a wrong one is a refusal that costs nothing', async () => {
    const ids = [await newBox(), await newBox()]
    expect(new Set(ids).size).toBe(2)
    const near = ids[0]!.replace(/.$/, last => (last === '0' ? '1' : '0'))
    for (const sandbox_id of [near, 'sb-1', '../create', 'ü', 'x'.repeat(200)]) {
      const seen = await free('exec', { sandbox_id, command: ['ls'] })
      expect([seen.status, seen.body.error]).toEqual([404, 'Bad Request'])
    }
  })

  it('BOX-034 one payment makes one sandbox, also when it comes twice at once', async () => {
    const sent = { path: `${BOX}/create`, body: {} }
    const header = await signed(shop.url, buyer.account, sent)
    const before = await buyer.balance()
    const both = await Promise.all(
      [1, 2].map(() => call(shop.url, { ...sent, headers: paidBy(header) })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 402])
    expect([before - (await buyer.balance()), heard().length]).toEqual([11_000n, 1])
  })
})
