/** Wrong cells of rows that are no prices. */
import { edit } from '../../checks/small-catalog.ts'
import { CHAT, IMAGES, SANDBOX, slip, SPEECH, TEMPLATES, VIDEOS, type Mistake } from './mistake.ts'

export const ROWS: readonly Mistake[] = [
  slip(
    ['context below the longest answer', CHAT],
    ['context: 204800, max_output: 131072', 'context: 20480, max_output: 131072'],
    /context/,
  ),
  slip(
    ['a digit too few in context', CHAT],
    [
      'context: 400000, max_output: 128000, plain_tools: true, upstream_id: code-2',
      'context: 40000, max_output: 128000, plain_tools: true, upstream_id: code-2',
    ],
    /context/,
  ),
  slip(
    ['an upstream id that was copied', CHAT],
    ['upstream_id: chat-5-air', 'upstream_id: chat-5'],
    /upstream_id.*(same|also)|(same|also).*upstream_id/,
  ),
  slip(
    ['an upstream id that was copied, of an image', IMAGES],
    ['upstream_id: image-fast-2', 'upstream_id: image-fast'],
    /upstream_id/,
  ),
  {
    name: 'a row that was copied with everything but its id',
    edits: [
      edit(
        CHAT,
        '  vendorG/m-3: ',
        '  vendorG/m-4:          { like: vendorG, name: M 3, description: An open-weight model for agents., kinds: [chat, reasoning, coding], input: 0.30, cache_read: 0.03, output: 1.20, context: 204800, max_output: 131072, upstream_id: m-3 }\n  vendorG/m-3: ',
      ),
    ],
    says: /upstream_id|same/,
  },
  slip(
    ['created in milliseconds', CHAT],
    ['created: 1752019200', 'created: 1752019200000'],
    /1752019200\b/,
  ),
  slip(
    ['created in the future', CHAT],
    ['created: 1758240000', 'created: 1958240000'],
    /created|Unix seconds/,
  ),
  slip(
    ['created before 2015', CHAT],
    ['created: 1761523200', 'created: 176152320'],
    /created|Unix seconds/,
  ),
  slip(['created as a date', CHAT], ['created: 1761523200', 'created: 2025-10-27'], /1761523200/),
  slip(['created as a year', CHAT], ['created: 1761523200', 'created: 2025'], /Unix seconds/),
  slip(
    ['a misspelt kind', CHAT],
    [
      'kinds: [chat, reasoning, coding, vision], input: 3.00',
      'kinds: [chat, reasonning, coding, vision], input: 3.00',
    ],
    /reasoning/,
  ),
  slip(
    ['a kind in the plural', CHAT],
    ['kinds: [coding, reasoning], search', 'kinds: [codings, reasoning], search'],
    /coding/,
  ),
  slip(
    ['a kind in capitals', CHAT],
    ['kinds: [coding, reasoning], search', 'kinds: [Coding, reasoning], search'],
    /coding/,
  ),
  slip(
    ['a kind that does not exist', CHAT],
    ['kinds: [coding, reasoning], search', 'kinds: [code, reasoning], search'],
    /coding/,
  ),
  slip(
    ['the same kind twice', CHAT],
    ['kinds: [coding, reasoning], search', 'kinds: [coding, reasoning, coding], search'],
    /twice/,
  ),
  slip(
    ['a misspelt billing', CHAT],
    ['billing: free, context: 32768', 'billing: fre, context: 32768'],
    /free/,
  ),
  slip(
    ['a misspelt column', CHAT],
    ['max_output: 131072, upstream_id: m-3', 'max_ouput: 131072, upstream_id: m-3'],
    /max_output/,
  ),
  slip(
    ['a missing column', CHAT],
    ['max_output: 131072, upstream_id: m-3', 'max_output: 131072'],
    /upstream_id/,
  ),
  slip(
    ['a family that does not exist', CHAT],
    ['vendorG/m-3:          { like: vendorG', 'vendorG/m-3:          { like: vendorg'],
    /vendorG/,
  ),
  slip(
    ['an unknown fallback', CHAT],
    ['fallback: vendorF/medium-5', 'fallback: vendorF/medium-6'],
    /medium-5/,
  ),
  {
    name: 'a fallback whose row was removed',
    edits: [
      edit(
        CHAT,
        '  vendorE/chat-5-air:   { like: vendorE, name: Chat 5 air, description: The lighter sister., kinds: [chat, coding], input: 0.20, cache_read: 0.03, output: 1.10, context: 128000, max_output: 98304, upstream_id: chat-5-air }\n',
        '',
      ),
    ],
    at: 'fallback: vendorE/chat-5-air',
    says: /vendorE\/chat-5-air/,
  },
  slip(
    ['a fallback to itself', CHAT],
    ['fallback: vendorF/medium-5', 'fallback: vendorF/large-5'],
    /itself/,
  ),
  slip(
    ['a fallback with less context that cannot see', CHAT],
    ['fallback: vendorF/medium-5', 'fallback: open/small-8b'],
    /fall/,
  ),
  slip(
    ["the upstream's id with the maker's prefix", CHAT],
    ['upstream_id: m-3', 'upstream_id: vendorG/m-3'],
    /prefix|upstream_id/,
  ),
  slip(
    ['an alias that is the id of another row', CHAT],
    ['aliases: [small-4]', 'aliases: [vendorF/medium-5]'],
    /already/,
  ),
  slip(['an alias of two rows', CHAT], ['aliases: [small-4]', 'aliases: [medium-5]'], /already/),
  slip(
    ['an unknown upstream call', CHAT],
    ['upstream: vendor_e.chat', 'upstream: vendor_e.chats'],
    /vendor_e\.chat\b/,
  ),
  slip(
    ['400,000', CHAT],
    [
      'context: 400000, max_output: 128000, plain_tools: true, fallback',
      'context: 400,000, max_output: 128000, plain_tools: true, fallback',
    ],
    /400000/,
  ),
  slip(['400k', CHAT], ['context: 204800, ', 'context: 204k, '], /204000/),
  slip(['yes for true', CHAT], ['streams: false', 'streams: no'], /write false/),
  slip(
    ['a text in quotes for true', VIDEOS],
    ['last_frame: true, usd', 'last_frame: "true", usd'],
    /true/,
  ),
  slip(
    ['a default that the model does not offer', VIDEOS],
    ['default_seconds: 5', 'default_seconds: 50'],
    /default_seconds|defaults/,
  ),
  slip(
    ['an empty list of resolutions', VIDEOS],
    ['resolutions: [720p]', 'resolutions: []'],
    /empty/,
  ),
  slip(
    ['a misspelt resolution', VIDEOS],
    ['usd_at: { 480p: 0.05, 720p: 0.07 }', 'usd_at: { 480p: 0.05, 702p: 0.07 }'],
    /720p/,
  ),
  slip(['a size with a space', IMAGES], ['1280x720: 0.045', '1280 x 720: 0.045'], /1280x720/),
  slip(
    ['a size with a multiplication sign', IMAGES],
    ['1280x720: 0.045', '1280×720: 0.045'],
    /1280x720/,
  ),
  slip(
    ['a size with a digit too many', IMAGES],
    ['1440x1440: 0.02', '14400x1440: 0.02'],
    /14400x1440/,
  ),
  slip(
    ['a removed size that is the default', IMAGES],
    ['sizes: { 1024x1024: 0.09 }', 'sizes: { 2048x2048: 0.09 }'],
    /1024x1024|defaults/,
  ),
  slip(
    ['a list without brackets', CHAT],
    ['kinds: [coding, reasoning], search', 'kinds: coding, reasoning, search'],
    /brackets/,
  ),
  slip(
    ['a row in the list of a network that is gone', 'networks/testnet.yaml'],
    ['vendorF/small-4', 'vendorF/small-5'],
    /small-4/,
  ),
  slip(
    ['characters in thousands', SPEECH],
    ['max_characters: 5000', 'max_characters: 5'],
    /max_characters/,
  ),
  slip(
    ['memory in gigabytes', SANDBOX],
    [
      'A100: { flat: 0.20, hourly: 4.00, max_cpu: 8, max_memory: 32768',
      'A100: { flat: 0.20, hourly: 4.00, max_cpu: 8, max_memory: 32',
    ],
    /max_memory|memory/,
  ),
  slip(
    ['a default row that is not there', TEMPLATES],
    ['= vendorA/image-2 ', '= vendorA/image-9 '],
    /image-2|image-9/,
  ),
]
