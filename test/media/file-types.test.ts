import { describe, expect, it } from 'vitest'
import { HEAD_BYTES, isMedia, typeOf, typeOfExtension } from '../../runtime/media/file-types.ts'
import { pcm, wav } from './samples.ts'

const text = (latin: string): Buffer => Buffer.from(latin, 'latin1')
const PLAIN = { type: 'application/octet-stream', ext: 'bin' }

describe('what the first bytes show', () => {
  it.each([
    ['\x89PNG\r\n\x1a\n', 'image/png', 'png'],
    ['\xff\xd8\xff\xe0', 'image/jpeg', 'jpg'],
    ['GIF89a', 'image/gif', 'gif'],
    ['GIF87a', 'image/gif', 'gif'],
    ['RIFF\0\0\0\0WEBPVP8 ', 'image/webp', 'webp'],
    ['BM\x10\0\0\0\0\0\0\0', 'image/bmp', 'bmp'],
    ['II*\0', 'image/tiff', 'tiff'],
    ['\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf', 'image/avif', 'avif'],
    ['\0\0\0\x1cftypmif1\0\0\0\0mif1avifmiaf', 'image/avif', 'avif'],
    ['\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'image/heic', 'heic'],
    ['\0\0\0\x18ftypmif1\0\0\0\0mif1heic', 'image/heic', 'heic'],
    ['\0\0\0\x18ftypmp42\0\0\0\0isommp42', 'video/mp4', 'mp4'],
    ['\0\0\0\x18ftypisom\0\0\x02\0isomavc1', 'video/mp4', 'mp4'],
    ['\0\0\0\x14ftypqt  ', 'video/quicktime', 'mov'],
    ['\0\0\0\x18ftypM4A \0\0\0\0M4A mp42', 'audio/mp4', 'm4a'],
    ['\x1aE\xdf\xa3\x01\0\0\0\0\0\0\x1fB\x86\x81\x01B\x82\x84webm', 'video/webm', 'webm'],
    ['\x1aE\xdf\xa3\x01\0\0\0\0\0\0\x1fB\x86\x81\x01B\x82\x88matroska', 'video/x-matroska', 'mkv'],
    ['ID3\x04\0\0\0\0\0\0', 'audio/mpeg', 'mp3'],
    ['RIFF\0\0\0\0WAVEfmt ', 'audio/wav', 'wav'],
    ['fLaC', 'audio/flac', 'flac'],
    ['OggS\0\x02\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\x13OpusHead', 'audio/ogg', 'ogg'],
    ['\xff\xf1\x50\x80', 'audio/aac', 'aac'],
    ['\xff\xf9\x50\x80', 'audio/aac', 'aac'],
  ])('%j is %s, whatever is claimed', (head, type, ext) => {
    for (const hint of [undefined, 'text/html', 'image/jpeg', 'application/octet-stream'])
      expect(typeOf(text(head), hint)).toEqual({ type, ext })
  })

  it.each([
    ['MPEG 1 layer III, 128 kbit/s', '\xff\xfb\x90\x64'],
    ['with a checksum', '\xff\xfa\x90\x64'],
    ['MPEG 2', '\xff\xf3\x40\xc4'],
    ['MPEG 2.5', '\xff\xe3\x18\xc4'],
    ['layer II', '\xff\xfd\xa4\x04'],
  ])('MUS-014 an MP3 without tags is one: %s', (_, head) => {
    expect(typeOf(text(head))).toEqual({ type: 'audio/mpeg', ext: 'mp3' })
  })

  it.each([
    ['UTF-16 text', '\xff\xfe<\0h\0t\0m\0l\0'],
    ['a rate that does not exist', '\xff\xfb\xf0\x64'],
    ['another', '\xff\xfb\x9c\x64'],
    ['a reserved version', '\xff\xeb\x90\x64'],
  ])('what only looks like a frame is none: %s', (_, head) => {
    expect(typeOf(text(head))).toEqual(PLAIN)
  })
})

describe('a hint', () => {
  it('recognises raw samples and sound that begins with padding', () => {
    expect(typeOf(pcm(0.1), 'audio/pcm;rate=24000')).toEqual({ type: 'audio/pcm', ext: 'pcm' })
    expect(typeOf(pcm(0.1), 'audio/L16; codec=pcm; rate=24000')).toEqual({
      type: 'audio/pcm',
      ext: 'pcm',
    })
    expect(typeOf(text('\0\0\0\0\xff\xfb\x90d'), 'audio/mpeg')).toEqual({
      type: 'audio/mpeg',
      ext: 'mp3',
    })
    expect(typeOf(text('\0\0\0\0'), 'AUDIO/MP3; x=1')).toEqual({ type: 'audio/mpeg', ext: 'mp3' })
  })

  it('keeps samples that look like a frame by chance, and gives way to a file that is one', () => {
    expect(typeOf(text('\xff\xfb\x90\x64\x01\x02\x03\x04'), 'audio/pcm')).toEqual({
      type: 'audio/pcm',
      ext: 'pcm',
    })
    expect(typeOf(wav(0.1), 'audio/pcm')).toEqual({ type: 'audio/wav', ext: 'wav' })
  })

  it('makes no picture or film of what shows itself as none', () => {
    for (const hint of ['image/png', 'IMAGE/JPG', 'video/mp4', 'image/svg+xml'])
      expect(typeOf(text('\0\x01\x02\x03'), hint)).toEqual(PLAIN)
  })

  it('is never believed of readable text, such as a page about an error', () => {
    const pages = [
      '<!doctype html><title>403</title>',
      '{"error":"expired"}',
      '<svg onload=alert(1)>',
      'Not Found\r\n',
      '\xef\xbb\xbf<html>',
      'Zugriff verweigert f\xc3\xbcr',
      '<html>'.padEnd(HEAD_BYTES - 1, 'x') + '\xc3\xbc',
    ]
    const hints = [
      'audio/mpeg',
      'audio/pcm',
      'audio/aac',
      'video/mp4',
      'image/png',
      'text/html',
      'application/javascript',
      '',
      undefined,
      'constructor',
      '__proto__',
    ]
    for (const page of pages)
      for (const hint of hints)
        expect(typeOf(text(page), hint), `${page} as ${hint}`).toEqual(PLAIN)
  })

  it('decides alone where there are no bytes', () => {
    expect(typeOf(new Uint8Array(), 'image/jpeg').ext).toBe('jpg')
  })
})

it('nothing that a browser would run is ever a type of media', () => {
  for (const ext of ['html', 'htm', 'svg', 'js', 'xml', 'pdf', 'xhtml', 'constructor'])
    expect(typeOfExtension(ext), ext).toBeUndefined()
  expect(['image/png', 'video/mp4', 'audio/pcm'].every(isMedia)).toBe(true)
  expect(isMedia(PLAIN.type)).toBe(false)
})
