/** Bodies of pictures, as JSON and as forms, through a whole gateway. */
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { decodesToImage } from '../../runtime/hooks/data-uri.ts'
import { cashCatalog } from '../helpers/cash-catalog.ts'
import {
  cashWorld,
  gives,
  requirementsOf,
  startCashGateway,
  type CashGateway,
  type Seen,
} from '../helpers/cash-gateway.ts'
import { bmp, boxed, drawn, uri } from '../hooks/pictures.ts'
import { mediaRoutes } from './media-routes.ts'
import { runs } from '../helpers/runs.ts'

let at: CashGateway
let png: Buffer
beforeAll(async () => {
  at = await startCashGateway(cashWorld(cashCatalog(mediaRoutes)), {
    parts: { hooks: { decodesToImage } },
  })
  png = await drawn('png')
})
afterAll(() => at.stop())
beforeEach(() => {
  at.world.vendor.asked.length = 0
  at.world.vendor.reply = () => gives({}, { assets: [{ url: 'https://vendor.example/1.png' }] })
})

type Field = readonly [name: string, value: string | Buffer, type?: string]
const formOf = (...fields: readonly Field[]): FormData => {
  const form = new FormData()
  for (const [name, value, type] of fields) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, new Blob([value], type === undefined ? {} : { type }), 'file')
  }
  return form
}
const send = (
  body: FormData | string,
  headers: Record<string, string> = {},
  path = '/edits',
): Promise<Seen> =>
  at.fetch(path, {
    method: 'POST',
    body,
    headers:
      typeof body === 'string' ? { 'content-type': 'application/json', ...headers } : headers,
  })
const sendRaw = (body: string | Buffer, type: string): Promise<Seen> =>
  at.fetch('/edits', { method: 'POST', body, headers: { 'content-type': type } })
const amount = (seen: Seen): string => requirementsOf(seen).amount

/** Buys, and gives what the upstream's call could see of the body. */
async function bought(body: FormData | string): Promise<any> {
  const paid = at.world.cash.wallet('ann').sign(requirementsOf(await send(body)))
  const seen = await send(body, { 'payment-signature': paid })
  expect(seen.status).toBe(200)
  return at.world.vendor.asked.at(-1)!.scope.body
}

describe('a form', () => {
  it('EDIT-002 EDIT-004 is quoted like the JSON that it stands for, and the upstream sees the same', async () => {
    const json = JSON.stringify({
      prompt: 'a hat',
      image: [uri(png), uri(png)],
      mask: uri(png),
      n: 2,
      loud: true,
    })
    const form = (): FormData =>
      formOf(
        ['prompt', 'a hat'],
        ['image[]', png, 'image/png'],
        ['image[]', png, 'image/png'],
        ['mask', png, 'image/png'],
        ['n', '2'],
        ['loud', 'true'],
      )
    const quotes = await Promise.all([send(json), send(form())])
    expect(quotes.map(seen => [seen.status, amount(seen)])).toEqual([
      [402, '40000'],
      [402, '40000'],
    ])
    expect(await bought(form())).toEqual(await bought(json))
  })

  it('EDIT-001 EDIT-003 one picture is a list of one, as a text, as `image` and as `image[]`', async () => {
    const wanted = { prompt: 'a hat', n: 1, image: [uri(png)] }
    expect(await bought(JSON.stringify({ prompt: 'a hat', image: uri(png) }))).toEqual(wanted)
    expect(await bought(formOf(['prompt', 'a hat'], ['image', png, 'image/png']))).toEqual(wanted)
    expect(await bought(formOf(['prompt', 'a hat'], ['image[]', png, 'image/png']))).toEqual(wanted)
    expect(await bought(formOf(['prompt', 'a hat'], ['image', uri(png)]))).toEqual(wanted)
  })

  it('EDIT-005 a file of no picture type is taken for a PNG, and its bytes are looked at nevertheless', async () => {
    for (const type of [undefined, 'application/octet-stream', 'text/plain']) {
      expect((await bought(formOf(['prompt', 'p'], ['image', png, type]))).image).toEqual([
        uri(png),
      ])
      expect(
        await send(formOf(['prompt', 'p'], ['image', Buffer.from('hello'), type])),
      ).toMatchObject({ status: 400, body: { code: 'INVALID_IMAGE' } })
    }
  })

  it('EDIT-006 numbers arrive as texts and are checked as numbers', async () => {
    const n = (value: string): Promise<Seen> =>
      send(formOf(['prompt', 'p'], ['image', png], ['n', value]))
    expect(amount(await n('2'))).toBe('40000')
    for (const value of ['11', '0', 'abc', '1.5', '', '2 ']) {
      const seen = await n(value)
      expect([value, seen.status, seen.body.error, seen.body.details[0].path]).toEqual([
        value,
        400,
        'Invalid request body',
        'n',
      ])
    }
  })

  it('EDIT-007 a Bearer token pays for nothing', async () => {
    expect(
      (await send(formOf(['prompt', 'p'], ['image', png]), { authorization: 'Bearer key' })).status,
    ).toBe(402)
  })

  it('fields that are missing or empty are named, unknown ones ignored', async () => {
    expect((await send(formOf(['prompt', 'p']))).body.details).toEqual([
      { path: 'image', message: 'is required', code: 'required' },
    ])
    expect((await send(formOf(['image', png]))).body.details).toEqual([
      { path: 'prompt', message: 'is required', code: 'required' },
    ])
    expect((await send(formOf(['prompt', ''], ['image', png]))).body.details[0].path).toBe('prompt')
    expect(
      (
        await send(
          formOf(
            ['prompt', 'p'],
            ['image', png],
            ['__proto__', 'x'],
            ['constructor', 'x'],
            ['quality', 'high'],
          ),
        )
      ).status,
    ).toBe(402)
  })

  it('without any part is a form without its fields; without any byte it is a probe', async () => {
    expect(
      (await sendRaw('--x--\r\n', 'multipart/form-data; boundary=x')).body.details,
    ).toHaveLength(2)
    expect((await at.fetch('/edits', { method: 'POST' })).status).toBe(400)
  })

  it('EDIT-024 that is damaged is 400 and says so', async () => {
    const head = 'Content-Disposition: form-data; name="image"; filename="a"\r\n\r\n'
    const cases: [string, string, string][] = [
      ['multipart/form-data; boundary=x', `--x\r\n${head}abc`, 'the form is damaged'],
      ['multipart/form-data; boundary=x', 'hello', 'the form is damaged'],
      ['multipart/form-data; boundary=y', `--x\r\n${head}abc\r\n--x--\r\n`, 'the form is damaged'],
      ['multipart/form-data', `--x\r\n${head}abc\r\n--x--\r\n`, 'the form has no usable boundary'],
    ]
    for (const [type, body, message] of cases) {
      const seen = await sendRaw(body, type)
      expect([seen.status, seen.body]).toEqual([
        400,
        { error: 'Invalid request body', details: [{ path: '', message, code: 'multipart' }] },
      ])
    }
  })

  it('is read only where the route takes forms, and nothing but JSON and forms is', async () => {
    const form = formOf(['text', 'a'])
    expect((await send(form, {}, '/write/first')).body.details).toEqual([
      { path: '', message: 'the body must be application/json', code: 'content_type' },
    ])
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/mixed; boundary=x',
    ]) {
      expect((await sendRaw('a=b', type)).body.details).toEqual([
        {
          path: '',
          message: 'the body must be application/json or multipart/form-data',
          code: 'content_type',
        },
      ])
    }
  })

  it('EDIT-032 LIM-019 may be as large as the body, and no larger', async () => {
    expect(
      (
        await send(
          formOf(['prompt', 'p'], ['image', Buffer.concat([png, Buffer.alloc(3.5 * 2 ** 20)])]),
        )
      ).status,
    ).toBe(402)
    expect(
      (await send(formOf(['prompt', 'p'], ['image', Buffer.alloc(5 * 2 ** 20)]))).body.code,
    ).toBe('REQUEST_TOO_LARGE')
  })

  it('that is paid and sent again, byte for byte, learns of the job that it made', async () => {
    const response = new Response(formOf(['prompt', 'p'], ['image', png, 'image/png']))
    const type = response.headers.get('content-type')!
    const body = Buffer.from(await response.arrayBuffer())
    const paid = at.world.cash.wallet('ann').sign(requirementsOf(await sendRaw(body, type)))
    const again = (): Promise<Seen> =>
      at.fetch('/edits', {
        method: 'POST',
        body,
        headers: { 'content-type': type, 'x-payment': paid },
      })
    expect((await again()).status).toBe(200)
    expect((await again()).body).toMatchObject({
      code: 'PAYMENT_REPLAY',
      recoverable: true,
      job_id: expect.any(String),
    })
  })
})

describe('the gate on pictures', () => {
  const asked = (image: unknown, mask?: unknown): Promise<Seen> =>
    send(JSON.stringify({ prompt: 'p', image, mask }))

  it('EDIT-026 refuses an address, bare base64 and other types, before the 402', async () => {
    for (const value of [
      'https://pictures.example/a.png',
      png.toString('base64'),
      uri(png, 'text/plain'),
    ]) {
      expect(await asked(value)).toMatchObject({
        status: 400,
        body: { error: 'The data URI does not decode to a recognizable image.' },
      })
    }
  })

  it('EDIT-027 VID-077 VID-079 lets every kind of picture through to the 402', async () => {
    const kinds = [
      ...(await Promise.all(
        (['png', 'jpeg', 'gif', 'webp', 'avif'] as const).map(kind => drawn(kind)),
      )),
      bmp(),
      boxed('heic'),
      boxed('mif1'),
      boxed('avif'),
    ]
    for (const picture of kinds) {
      expect((await asked(uri(picture))).status).toBe(402)
      expect(
        (await send(formOf(['prompt', 'p'], ['image[]', picture, 'application/octet-stream'])))
          .status,
      ).toBe(402)
    }
  })

  it('EDIT-028 EDIT-029 one bad picture among good ones, or a bad mask, is 400', async () => {
    const bad = uri(Buffer.from('no picture at all'))
    expect((await asked([uri(png), bad, uri(png)])).status).toBe(400)
    expect((await asked([uri(png), uri(png)])).status).toBe(402)
    expect((await asked(uri(png), bad)).status).toBe(400)
    expect((await asked(uri(png), uri(png))).status).toBe(402)
  })

  it('nothing was charged or sent anywhere for any of this', async () => {
    const before = at.world.cash.bank.attempts.length
    await asked('x')
    expect([at.world.cash.bank.attempts.length, at.world.vendor.asked.length]).toEqual([before, 0])
  })
})

it('EDIT-024 hostile forms are 400 or 402, quickly, and the gateway goes on', async () => {
  const head = fc.constantFrom(
    'Content-Disposition: form-data; name="image"; filename="a"',
    'Content-Disposition: form-data; name="image[]"',
    'Content-Disposition: form-data; name="prompt"',
    'Content-Disposition: form-data; name="n"',
    'Content-Disposition: form-data',
    'Content-Type: image/png',
    'Content-Disposition: form-data; name="__proto__"',
    'x'.repeat(9000),
    ': :',
  )
  const content = fc.oneof(
    fc.string({ maxLength: 30 }),
    fc.constantFrom(
      '2',
      'a hat',
      '\r\n--x',
      '\r\n--x--',
      '\0',
      `data:image/png;base64,${'A'.repeat(40)}`,
    ),
  )
  const part = fc
    .tuple(fc.array(head, { maxLength: 3 }), content)
    .map(([heads, text]) => `--x\r\n${heads.join('\r\n')}\r\n\r\n${text}\r\n`)
  const form = fc
    .tuple(
      fc.array(part, { maxLength: 8 }),
      fc.constantFrom('--x--\r\n', '', '--x', '--x--', '--x--\r\n--x\r\n'),
    )
    .map(([parts, end]) => parts.join('') + end)
  const type = fc.constantFrom(
    'multipart/form-data; boundary=x',
    'multipart/form-data; boundary="x"',
    'MULTIPART/FORM-DATA; charset=utf-8; BOUNDARY=x',
    'multipart/form-data; boundary=y',
  )
  await fc.assert(
    fc.asyncProperty(form, type, async (body, kind) => {
      expect([400, 402]).toContain((await sendRaw(body, kind)).status)
    }),
    { numRuns: runs(150), seed: 1 },
  )
  expect((await send(formOf(['prompt', 'p'], ['image', png]))).status).toBe(402)
})
