/** Wrong numbers in price tables. */
import { CHAT, IMAGES, SANDBOX, slip, SPEECH, VIDEOS, type Mistake } from './mistake.ts'

const AMOUNT = /decimal point|times|example|price_list/

/** Prices of rows that no example names. */
export const PRICES: readonly Mistake[] = [
  slip(
    ['input ten times too much', CHAT],
    ['input: 0.20, cache_read: 0.03, output: 1.10', 'input: 2.00, cache_read: 0.03, output: 1.10'],
    AMOUNT,
  ),
  slip(['output ten times too little', CHAT], ['output: 4.40', 'output: 0.44'], AMOUNT),
  slip(
    ['output a hundred times too much', CHAT],
    [
      'cache_read: 0.30, cache_write: 3.75, output: 15.00',
      'cache_read: 0.30, cache_write: 3.75, output: 1500',
    ],
    AMOUNT,
  ),
  slip(
    ['all prices of a row ten times too much', CHAT],
    ['input: 0.10, cache_read: 0.025, output: 0.40', 'input: 1.00, cache_read: 0.25, output: 4.00'],
    AMOUNT,
  ),
  slip(
    ['all prices of a row ten times too little', CHAT],
    [
      'input: 1.25, cache_read: 0.125, output: 10.00',
      'input: 0.125, cache_read: 0.0125, output: 1.00',
    ],
    AMOUNT,
  ),
  slip(
    ['dollars per thousand tokens', CHAT],
    [
      'input: 0.60, cache_read: 0.11, output: 2.20',
      'input: 0.0006, cache_read: 0.00011, output: 0.0022',
    ],
    AMOUNT,
  ),
  slip(
    ['an image ten times too dear', IMAGES],
    ['sizes: { 1024x1024: 0.09 }', 'sizes: { 1024x1024: 0.9 }'],
    AMOUNT,
  ),
  slip(
    ['an image ten times too cheap', IMAGES],
    ['sizes: { 1024x1024: 0.09 }', 'sizes: { 1024x1024: 0.009 }'],
    AMOUNT,
  ),
  slip(
    ['an image ten times too dear, in the middle', IMAGES],
    ['sizes: { 1024x1024: 0.02 }', 'sizes: { 1024x1024: 0.2 }'],
    AMOUNT,
  ),
  slip(
    ['an image a hundred times too dear', IMAGES],
    ['2048x2048: 0.10, 4096', '2048x2048: 10, 4096'],
    AMOUNT,
  ),
  slip(['one size ten times too cheap', IMAGES], ['4096x4096: 0.15', '4096x4096: 0.015'], AMOUNT),
  slip(['one size ten times too dear', IMAGES], ['1280x720: 0.045', '1280x720: 0.45'], AMOUNT),
  slip(
    ['a video token ten times too dear', VIDEOS],
    ['usd_per_mtok: 3.5', 'usd_per_mtok: 35'],
    AMOUNT,
  ),
  slip(
    ['a video token ten times too cheap', VIDEOS],
    ['usd_per_mtok: 9.9715', 'usd_per_mtok: 0.99715'],
    AMOUNT,
  ),
  slip(['a resolution ten times too dear', VIDEOS], ['720p: 0.07 }', '720p: 0.7 }'], AMOUNT),
  slip(
    ['a second ten times too dear', VIDEOS],
    ['usd_per_second: 0.10', 'usd_per_second: 1.00'],
    AMOUNT,
  ),
  slip(
    ['speech ten times too dear', SPEECH],
    [
      'usd_per_1000: 0.10\n    max_characters: 10000',
      'usd_per_1000: 1.00\n    max_characters: 10000',
    ],
    AMOUNT,
  ),
  slip(
    ['speech a thousand times too cheap', SPEECH],
    [
      'usd_per_1000: 0.05\n    max_characters: 40000\n    upstream_id: speech-turbo',
      'usd_per_1000: 0.00005\n    max_characters: 40000\n    upstream_id: speech-turbo',
    ],
    AMOUNT,
  ),
  slip(
    ['a flat price ten times too dear', CHAT],
    [
      'open/coder-32b:       { like: open, name: Open Coder 32B, description: Programs; a fixed price a request., kinds: [coding], billing: flat, flat: 0.001',
      'open/coder-32b:       { like: open, name: Open Coder 32B, description: Programs; a fixed price a request., kinds: [coding], billing: flat, flat: 0.01',
    ],
    AMOUNT,
  ),
  slip(
    ['2 instead of 0.002', CHAT],
    [
      'open/medium-70b:      { like: open, name: Open Medium 70B, description: Good English and code; a fixed price a request., kinds: [chat, coding], billing: flat, flat: 0.002',
      'open/medium-70b:      { like: open, name: Open Medium 70B, description: Good English and code; a fixed price a request., kinds: [chat, coding], billing: flat, flat: 2',
    ],
    AMOUNT,
  ),
  slip(['an hour ten times too cheap', SANDBOX], ['hourly: 2.50', 'hourly: 0.25'], AMOUNT),
  slip(
    ['a paid model at 0', CHAT],
    ['input: 0.60, cache_read: 0.11, output: 2.20', 'input: 0, cache_read: 0, output: 0'],
    /free/,
  ),
  slip(
    ['a paid image at 0', IMAGES],
    ['sizes: { 1024x1024: 0.09 }', 'sizes: { 1024x1024: 0 }'],
    /is 0/,
  ),
  slip(
    ['one rate at 0', CHAT],
    ['input: 0.20, cache_read: 0.03, output: 1.10', 'input: 0, cache_read: 0.03, output: 1.10'],
    /is 0/,
  ),
  slip(
    ['a flat price at 0', CHAT],
    ['billing: flat, flat: 0.001, context: 131072', 'billing: flat, flat: 0, context: 131072'],
    /free/,
  ),
  slip(
    ['a free model with prices', CHAT],
    ['billing: free, context: 32768', 'billing: free, input: 0.10, output: 0.20, context: 32768'],
    /free/,
  ),
  slip(
    ['a flat model with rates', CHAT],
    [
      'billing: flat, flat: 0.001, context: 32768',
      'billing: flat, flat: 0.001, input: 0.10, output: 0.20, context: 32768',
    ],
    /flat/,
  ),
  slip(
    ['a model by tokens without an output rate', CHAT],
    ['input: 0.60, cache_read: 0.11, output: 2.20', 'input: 0.60, cache_read: 0.11'],
    /output/,
  ),
  slip(
    ['output below input', CHAT],
    [
      'input: 1.10, cache_read: 0.275, output: 4.40',
      'input: 4.40, cache_read: 0.275, output: 1.10',
    ],
    /output.*input|input.*output/,
  ),
  slip(
    ['cache read above input', CHAT],
    ['input: 0.20, cache_read: 0.05,', 'input: 0.20, cache_read: 0.5,'],
    /cache_read/,
  ),
  slip(
    ['cache read and input swapped', CHAT],
    ['input: 0.30, cache_read: 0.03, output: 1.20', 'input: 0.03, cache_read: 0.30, output: 1.20'],
    /cache_read/,
  ),
  slip(
    ['cache write below input', CHAT],
    ['cache_read: 0.50, cache_write: 6.25', 'cache_read: 0.50, cache_write: 0.625'],
    /cache_write/,
  ),
  slip(
    ['cache write where the model does not cache', CHAT],
    [
      'input: 0.30, cache_read: 0.03, output: 1.20',
      'input: 0.30, cache_read: 0.03, cache_write: 30, output: 1.20',
    ],
    /cache_write/,
  ),
  slip(
    ['a percentage as a factor', CHAT],
    ['long_input_x: 2, long_output_x: 1.5', 'long_input_x: 200, long_output_x: 1.5'],
    /long_input_x/,
  ),
  slip(
    ['a negative price', CHAT],
    ['input: 0.60, cache_read: 0.11', 'input: -0.60, cache_read: 0.11'],
    /negative/,
  ),
  slip(
    ['a price as a text', CHAT],
    ['input: 0.60, cache_read: 0.11', 'input: "0.60", cache_read: 0.11'],
    /remove the quotes/,
  ),
  slip(
    ['a decimal comma', CHAT],
    ['input: 0.60, cache_read: 0.11', 'input: 0,60, cache_read: 0.11'],
    /0\.60/,
  ),
  slip(
    ['a dollar sign', IMAGES],
    ['sizes: { 1024x1024: 0.09 }', 'sizes: { 1024x1024: $0.09 }'],
    /write 0\.09/,
  ),
]
