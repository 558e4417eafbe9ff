/** `npm run buy`: words become requests, and what makes none is reported in a sentence. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leavingMessage } from '../../scripts/buyer/interrupt.ts'
import { parseWanted, USAGES } from '../../scripts/buyer/wanted.ts'
import { short, took, why } from '../../scripts/buyer/words.ts'
import { picture } from '../../scripts/devnet/upstreams/png.ts'

let dir: string
let cat: string
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'buy-test-'))
  cat = join(dir, 'cat.png')
  writeFileSync(cat, picture('cat', 64, 64))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

describe('words', () => {
  it.each([
    [
      ['image', 'a fox'],
      {},
      '/api/v1/images/generations',
      { model: 'vendorA/image-1', prompt: 'a fox' },
    ],
    [
      ['music', 'a waltz'],
      { seconds: '60', set: ['instrumental=true'] },
      '/api/v1/audio/generations',
      { prompt: 'a waltz', duration_seconds: 60, instrumental: true },
    ],
    [
      ['speech', 'Hello', 'george'],
      { set: ['speed=0.8'] },
      '/api/v1/audio/speech',
      { input: 'Hello', voice: 'george', speed: 0.8 },
    ],
    [['face', 'Ada'], {}, '/api/v1/realface/init', { name: 'Ada' }],
    [
      ['face', 'Ada', 'https://a.example/a.png', 'rf1_x'],
      {},
      '/api/v1/realface/enroll',
      { name: 'Ada', image_url: 'https://a.example/a.png', group_id: 'rf1_x' },
    ],
    [
      ['portrait', 'Fox', 'https://a.example/f.png'],
      {},
      '/api/v1/portrait/enroll',
      { name: 'Fox', image_url: 'https://a.example/f.png' },
    ],
    [
      ['web', 'old maps'],
      { set: ['category=news', 'numResults=3'] },
      '/api/v1/websearch/search',
      { query: 'old maps', category: 'news', numResults: 3 },
    ],
    [
      ['pages', 'https://a.example', 'https://b.example'],
      {},
      '/api/v1/websearch/contents',
      { urls: ['https://a.example', 'https://b.example'] },
    ],
    [['number', 'buy'], {}, '/api/v1/phone/numbers/buy', {}],
    [
      ['number', 'buy', 'CA', '604'],
      {},
      '/api/v1/phone/numbers/buy',
      { country: 'CA', areaCode: '604' },
    ],
    [['number', 'list'], {}, '/api/v1/phone/numbers/list', {}],
    [
      ['number', 'renew', '+14155551000'],
      {},
      '/api/v1/phone/numbers/renew',
      { phoneNumber: '+14155551000' },
    ],
    [
      ['number', 'release', '+14155551000'],
      {},
      '/api/v1/phone/numbers/release',
      { phoneNumber: '+14155551000' },
    ],
    [
      ['call', '+14155552671', 'Ask when they open', '+14155551000'],
      { set: ['max_duration=10'] },
      '/api/v1/voice/call',
      {
        to: '+14155552671',
        task: 'Ask when they open',
        from: '+14155551000',
        max_duration: 10,
      },
    ],
    [['phone', '+14155552671'], {}, '/api/v1/phone/lookup', { phoneNumber: '+14155552671' }],
    [
      ['phone', '+14155552671', 'fraud'],
      {},
      '/api/v1/phone/lookup/fraud',
      { phoneNumber: '+14155552671' },
    ],
    [
      ['sound', 'rain'],
      { seconds: '1.5' },
      '/api/v1/audio/sound-effects',
      { text: 'rain', duration_seconds: 1.5 },
    ],
    [
      ['video', 'a boat', 'vendorD/video-2.0'],
      { seconds: '6', resolution: '720p', set: ['aspect_ratio=9:16'] },
      '/api/v1/videos/generations',
      {
        model: 'vendorD/video-2.0',
        prompt: 'a boat',
        duration_seconds: 6,
        resolution: '720p',
        aspect_ratio: '9:16',
      },
    ],
    [
      ['video', 'a boat'],
      { image: 'https://a.example/1.png' },
      '/api/v1/videos/generations',
      { prompt: 'a boat', image_url: 'https://a.example/1.png' },
    ],
    [
      ['chat', 'hi'],
      { set: ['max_tokens=100'] },
      '/api/v1/chat/completions',
      {
        model: 'vendorA/chat-6-mini',
        messages: [{ role: 'user', content: 'hi' }],
        stream: true,
        max_tokens: 100,
      },
    ],
    [
      ['chat', 'hi', 'open/free-8b'],
      { 'no-stream': true },
      '/api/v1/chat/completions',
      { model: 'open/free-8b', messages: [{ role: 'user', content: 'hi' }] },
    ],
    [
      ['messages', 'hi'],
      { set: ['max_tokens=9'] },
      '/api/v1/messages',
      {
        model: 'vendorF/small-4',
        messages: [{ role: 'user', content: 'hi' }],
        max_tokens: 9,
        stream: true,
      },
    ],
    [
      ['responses', 'hi', 'chat-6'],
      {},
      '/api/v1/responses',
      { model: 'chat-6', input: 'hi', max_output_tokens: 4096, stream: true },
    ],
    [
      ['search', 'news'],
      { set: ['max_results=3', 'sources=["news"]'] },
      '/api/v1/search',
      { query: 'news', max_results: 3, sources: ['news'] },
    ],
    [
      ['rpc', 'base', 'eth_chainId'],
      {},
      '/api/v1/rpc/base',
      { jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] },
    ],
  ])('%j and %j are a request', (words, details, path, body) => {
    expect(parseWanted(words, details)).toEqual({ method: 'POST', path, body })
  })

  it.each([
    [['price', 'BTC-USD'], '/crypto/price/BTC-USD'],
    [['price', 'A/B', 'us'], '/stocks/us/price/A%2FB'],
    [
      ['history', 'EUR-USD', '2026-01-01', 'fx'],
      '/fx/history/EUR-USD?from=1767225600&resolution=D',
    ],
    [
      ['history', 'AAPL', '1700000000', 'us', '60'],
      '/stocks/us/history/AAPL?from=1700000000&resolution=60',
    ],
  ])('%j reads market data', (words, path) => {
    expect(parseWanted(words)).toEqual({ method: 'GET', path: `/api/v1${path}` })
  })

  it('a history needs a time to begin at', () => {
    expect(() => parseWanted(['history', 'BTC-USD'])).toThrow('history SYMBOL FROM')
    expect(() => parseWanted(['history', 'BTC-USD', 'soon'])).toThrow(
      'FROM must be a date such as 2026-01-01, not soon.',
    )
  })

  it('a picture for a video stands inside the request', () => {
    const { body } = parseWanted(['video', 'a boat'], { image: cat })
    expect(body).toEqual({
      prompt: 'a boat',
      image_url: `data:image/png;base64,${readFileSync(cat).toString('base64')}`,
    })
  })

  it.each([
    ['one file', () => [cat], ['model', 'prompt', 'n', 'image', 'mask']],
    ['several', () => [cat, cat], ['model', 'prompt', 'n', 'image[]', 'image[]', 'mask']],
  ])('an edit of %s is a form, with the model as the last word', (_, files, names) => {
    const { body, path } = parseWanted(['edit', 'add a hat', ...files(), 'vendorA/image-1'], {
      mask: cat,
      set: ['n=2'],
    })
    expect(path).toBe('/api/v1/images/image2image')
    const form = body as FormData
    expect([...form.keys()]).toEqual(names)
    expect([form.get('model'), form.get('prompt'), form.get('n')]).toEqual([
      'vendorA/image-1',
      'add a hat',
      '2',
    ])
    expect(form.get('mask')).toMatchObject({
      name: 'cat.png',
      type: 'image/png',
      size: readFileSync(cat).length,
    })
  })

  it.each([
    [['juggle'], {}, 'There is no "juggle" to buy. "npm run buy -- --help" lists everything.'],
    [['imgae', 'a fox'], {}, 'There is no "imgae" to buy. Did you mean "image"?'],
    [['edit', 'add a hat'], {}, 'Usage: npm run buy -- edit PROMPT FILE... [MODEL]'],
    [['edit', 'add a hat', 'vendorA/image-1'], {}, 'Usage: npm run buy -- edit'],
    [
      ['edit', 'add a hat', 'nowhere.png'],
      {},
      'There is no file nowhere.png. To get a picture: npm run buy',
    ],
    [['edit', 'add a hat', 'cat.txt'], {}, 'cat.txt does not have the extension of a picture'],
    [['speech', 'Hello'], { seconds: '3' }, 'speech takes no --seconds; it takes --set'],
    [['search', 'news'], { 'no-stream': true }, 'search takes no --no-stream; it takes --set'],
    [['chat'], {}, 'Usage: npm run buy -- chat PROMPT [MODEL]\n  a streamed answer; by default'],
    [['music', 'a waltz'], { seconds: 'long' }, '--seconds must be a number'],
    [['music', 'a waltz'], { set: ['lyrics'] }, '--set must be NAME=VALUE'],
    [['POST', '/api/v1/rpc/base', '{'], {}, 'This is not JSON: {'],
  ])('%j and %j are none, and it says why', (words, details, message) => {
    expect(() => parseWanted(words, details)).toThrow(message)
  })

  it('the help has a line for everything', () => {
    for (const kind of [
      'chat',
      'messages',
      'responses',
      'search',
      'image',
      'edit',
      'music',
      'video',
      'speech',
      'sound',
      'rpc',
      'pm',
      'web',
      'pages',
      'defi',
      'surf',
      'price',
      'history',
      'phone',
      'number',
      'call',
      'GET',
      'POST',
    ])
      expect(USAGES).toMatch(new RegExp(`^  ${kind} `, 'm'))
  })
})

describe('the command', () => {
  const command = (...words: string[]): { status: number | null; stdout: string; stderr: string } =>
    spawnSync(process.execPath, ['scripts/buy.mjs', ...words], { encoding: 'utf8' })

  it.each([
    [
      ['image', 'a fox', '--key', '0x12'],
      2,
      'The paying wallet (--key or BUYER_KEY): a key is 0x and 64 hex digits (EVM), 64 bytes in base58 (Solana), or a seed that begins with s (XRP Ledger).',
    ],
    [
      ['image', 'a fox', '--url', 'nonsense'],
      2,
      '--url must be the address of a gateway, such as http://127.0.0.1:4020, not nonsense.',
    ],
    [['image', 'a fox', '--url', 'http://127.0.0.1:1'], 1, 'The gateway cannot be reached ('],
    [
      ['image', 'a fox', '--qoute'],
      2,
      `Unknown option '--qoute'. Did you mean --quote? "npm run buy -- --help" lists the options.`,
    ],
    [
      ['image', 'a fox', '--client', 'x403'],
      2,
      '--client is one of plain, x402. Did you mean "x402"?',
    ],
    [['vidoe', 'a boat'], 2, 'There is no "vidoe" to buy. Did you mean "video"?'],
    [['image', 'a fox', '--most', 'much'], 2, '--most must be a number above 0, not much.'],
    [['image', 'a fox', '--save', 'test'], 2, '--save cannot write test (it is a folder).'],
    [
      ['image', 'a fox', '--save', 'package.json/fox.png'],
      2,
      '--save cannot write package.json/fox.png (E',
    ],
    [['resume'], 2, 'Usage: npm run buy -- resume POLL_URL'],
  ])('%j ends with %i and one line', (words, status, message) => {
    const run = command(...words)
    expect([run.status, run.stderr.trim().split('\n').length]).toEqual([status, 1])
    expect(run.stderr).toContain(message)
  })

  it('prints its help: on request and with 0, or on standard error and with 2', () => {
    const [asked, missing] = [command('--help'), command()]
    expect([asked.status, asked.stderr, missing.status, missing.stdout]).toEqual([0, '', 2, ''])
    expect(asked.stdout).toBe(missing.stderr)
    for (const line of asked.stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(100)
  })
})

describe('leaving', () => {
  it('a job is resumed by one line, and nothing else is', () => {
    const job = 'http://127.0.0.1:4020/api/v1/videos/generations/abc?sig=x'
    expect(leavingMessage({ hasSigned: true, job })).toContain(`\n  npm run buy -- resume "${job}"`)
    expect(leavingMessage({ hasSigned: true })).not.toContain('resume')
    expect(leavingMessage({ hasSigned: false })).toBe('Nothing was charged.')
  })
})

describe('what people read', () => {
  it('reasons name each thing once', () => {
    expect(
      why({
        error: 'Payment verification failed',
        code: 'PAYMENT_UNFUNDED',
        message: 'Too little.',
        details: 'Too little.',
      }),
    ).toBe('Payment verification failed: Too little (PAYMENT_UNFUNDED)')
    expect(
      why({
        error: 'Invalid request body',
        details: [{ path: 'n', message: 'must be <= 10', code: 'maximum' }],
      }),
    ).toBe('Invalid request body: n must be <= 10')
    expect(
      why({
        error: { message: 'Too long', type: 'invalid_request_error', code: 'TOO_LONG' },
        message: 'Too long',
        code: 'TOO_LONG',
      }),
    ).toBe('Too long (TOO_LONG)')
    expect(why({ type: 'error', error: { type: 'api_error', message: 'Busy' } })).toBe('Busy')
    expect(
      why({
        error: 'Invalid request body: n must be <= 10',
        code: 'INVALID',
        details: [{ path: 'n', message: 'must be <= 10' }],
      }),
    ).toBe('Invalid request body: n must be <= 10 (INVALID)')
    expect(why('gone')).toBe('gone')
  })

  it('data URIs are cut wherever they stand', () => {
    expect(short({ image: `data:image/png;base64,${'A'.repeat(1000)}`, n: 1 })).toMatch(
      /^\{"image":"data:image\/png;base64,A+… \(1022 characters\)","n":1\}$/,
    )
  })

  it('times', () => expect([took(71.2), took(10_240)]).toEqual(['71 ms', '10.2 s']))
})
