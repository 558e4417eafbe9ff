/** Addresses of pictures that callers name: which of them are public. */
import { expect, it } from 'vitest'
import { isPublicUrl } from '../../runtime/hooks/public-url.ts'

it.each([
  'https://pictures.example/ada.png',
  'HTTPS://Pictures.Example/ada.png',
  'https://pictures.example./ada.png',
  'https://pictures.example:8443/ada.png?size=2#x',
  'https://bücher.example/ada.png',
  'https://8.8.8.8/ada.png',
  'https://[2606:4700::1111]/ada.png',
  'https://localhost.example/ada.png',
])('[FACE-031] %s is public', url => {
  expect(isPublicUrl(url)).toBe(true)
})

it.each([
  '',
  'ada.png',
  'http://pictures.example/ada.png',
  'ftp://pictures.example/ada.png',
  'data:image/png;base64,AAAA',
  'javascript:alert(1)',
  'https:pictures.example/ada.png',
  'https://',
  'https:///ada.png',
  'https://:443/ada.png',
  'https://pictures.example:99999/ada.png',
  'https://ada:secret@pictures.example/ada.png',
  'https://ada@pictures.example/ada.png',
  ' https://pictures.example/ada.png',
  'https://pictures.example/ada.png\n',
  'https://pictures.exa\tmple/ada.png',
  'https:\\\\pictures.example\\ada.png',
  'https://pictures.example\\@127.0.0.1/ada.png',
])('[FACE-031] %j is not an https address without credentials', url => {
  expect(isPublicUrl(url)).toBe(false)
})

it.each([
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '127.0.0.1.',
  '10.0.0.8',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '0.0.0.0',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[fd00::1]',
  '[fe80::1]',
  '[64:ff9b::7f00:1]',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'pictures.localhost',
  'printer.local',
  'metadata.google.internal',
  'router.home.arpa',
  'intranet',
])('[FACE-031] the host %s is not public', host => {
  expect(isPublicUrl(`https://${host}/ada.png`)).toBe(false)
})
