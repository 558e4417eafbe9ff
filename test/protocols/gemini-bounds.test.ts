/**
 * What must not make a request to a Gemini-style upstream larger than what was counted: pictures
 * that are none, names of functions.
 */
import { describe, expect, it } from 'vitest'
import { Unusable } from '../../runtime/lib/unusable-input.ts'
import { upstreamProtocols } from '../../runtime/protocols/index.ts'
import type { Message } from '../../runtime/protocols/types.ts'

type Part = { inlineData?: object; functionResponse?: { name: string } }

/** The parts of all turns. */
const partsOf = (...messages: Message[]): Part[] =>
  (
    upstreamProtocols.gemini_generate.write({ model: 'm', messages }) as unknown as {
      contents: { parts: Part[] }[]
    }
  ).contents.flatMap(({ parts }) => parts)
const seeing = (url: string): Message => ({
  role: 'user',
  content: [{ type: 'image_url', image_url: { url } }],
})
const calling = (id: string, name: string): Message => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name, arguments: '{}' } }],
})
const result = (id: string, name?: string): Message => ({
  role: 'tool',
  tool_call_id: id,
  content: 'r',
  ...(name === undefined ? {} : { name }),
})
const namesOf = (...messages: Message[]): unknown[] =>
  partsOf(...messages).flatMap(({ functionResponse: response }) => response?.name ?? [])

describe('a picture', () => {
  it.each([['png'], ['jpeg'], ['gif'], ['webp'], ['heic'], ['heif']])(
    'is sent as what it is: %s',
    kind => {
      expect(partsOf(seeing(`data:image/${kind};base64,AAAA`))).toEqual([
        { inlineData: { mimeType: `image/${kind}`, data: 'AAAA' } },
      ])
    },
  )

  it('has one name for what has two', () => {
    expect(partsOf(seeing('data:image/JPG;charset=utf-8;base64,AAAA'))).toEqual([
      { inlineData: { mimeType: 'image/jpeg', data: 'AAAA' } },
    ])
  })

  it.each([
    'text/plain',
    'application/pdf',
    'video/mp4',
    'audio/mp3',
    'image/svg+xml',
    'image/pngx',
  ])('is not %s', type => {
    expect(() => partsOf(seeing(`data:${type};base64,AAAA`))).toThrow(Unusable)
  })

  it.each(['https://', 'http://[', 'https://x:y/', 'pictures/a.png'])(
    'has an address that leads somewhere, not %s',
    url => {
      expect(() => partsOf(seeing(url))).toThrow(Unusable)
    },
  )
})

describe('the name of a function', () => {
  it('is sent with one result of its call', () => {
    const all = [calling('1', 'long_name'), ...Array.from({ length: 5 }, () => result('1'))]
    expect(namesOf(...all)).toEqual(['long_name', '1', '1', '1', '1'])
  })

  it('is that of the last call by an id, and that of the result where there was no call', () => {
    expect(
      namesOf(
        calling('1', 'f'),
        result('1'),
        calling('1', 'g'),
        result('1'),
        result('2', 'h'),
        result('3'),
      ),
    ).toEqual(['f', 'g', 'h', '3'])
  })
})
