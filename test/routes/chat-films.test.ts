/**
 * Films as pictures: upstreams of one style fetch them and bill them whole, so they are known by
 * the host that their address leads to.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openChat, says, type Chat } from './chat-desk.ts'

let chat: Chat
beforeAll(async () => {
  chat = await openChat()
})
afterAll(() => chat?.stop())

const MESSAGES = '/api/v1/messages'
const picture = (url: string) => says([{ type: 'image_url', image_url: { url } }])

describe('films', () => {
  const ask = (url: string) =>
    chat.ask({ model: 'vendorB/pro-3', messages: picture(url), max_tokens: 50 })
  it.each([
    'https://www.youtube.com/watch?v=1',
    'HTTPS://YouTube.com/watch?v=1',
    'https://youtu.be/1',
    'http://YOUTU.BE/1',
    'https://m.youtube.com/watch?v=1',
    'https://music.youtube.com:443/watch?v=1',
    'https://youtube.com:8443/watch?v=1',
    'https://user:pass@youtube.com/watch?v=1',
    'https://evil.example@youtube.com/watch?v=1',
    'https://www.youtube-nocookie.com/embed/1',
    'https://youtube.com./watch?v=1',
    'https://www.youtube.de/watch?v=1',
    'https://you\ntube.com/watch?v=1',
    ' https://youtube.com/watch?v=1',
    'https:\\\\youtube.com\\watch?v=1',
    'https://%79outube.com/watch?v=1',
    'https://\uff59outube.com/watch?v=1',
  ])('%j are not taken', async url => {
    const { status, body } = await ask(url)
    expect([status, body.message, chat.calls()]).toEqual([
      400,
      'image_url must be an image - video links are not accepted',
      [],
    ])
  })

  it.each([
    'https://youtube.com@evil.example/a.png',
    'https://evil.example/youtube.com/a.png',
    'https://evil.example/a.png?from=https://youtu.be/1#youtube.com',
    'https://notyoutube.com/a.png',
    'https://youtu.bent.example/a.png',
    'data:image/png;base64,iVBORw0KGgo=',
  ])('%j is none', async url => {
    expect((await ask(url)).status).toBe(402)
  })

  it('not by messages either, in whatever words', async () => {
    const url = 'https://WWW.YouTube.com/watch?v=1'
    for (const block of [
      { type: 'image', source: { type: 'url', url } },
      { type: 'image_url', image_url: { url } },
      { type: 'image_url', image_url: url },
    ]) {
      for (const content of [
        [block],
        [{ type: 'tool_result', tool_use_id: 't', content: [block] }],
      ]) {
        const { status, body } = await chat.ask(
          { model: 'vendorB/pro-3', max_tokens: 50, messages: says(content) },
          { path: MESSAGES },
        )
        expect([status, body.error.message]).toEqual([
          400,
          'image_url must be an image - video links are not accepted',
        ])
      }
    }
  })
})
