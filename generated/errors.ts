// Code generated from catalog/errors/ by "npm run generate". DO NOT EDIT.
import type { Envelope } from '../runtime/contract.ts'
import { counts } from './errors/counts.ts'
import { edits } from './errors/edits.ts'
import { faces } from './errors/faces.ts'
import { funding } from './errors/funding.ts'
import { images } from './errors/images.ts'
import { market } from './errors/market.ts'
import { messages } from './errors/messages.ts'
import { model } from './errors/model.ts'
import { music } from './errors/music.ts'
import { native } from './errors/native.ts'
import { node } from './errors/node.ts'
import { numbers } from './errors/numbers.ts'
import { openai } from './errors/openai.ts'
import { openaiMedia } from './errors/openai_media.ts'
import { passthrough } from './errors/passthrough.ts'
import { phone } from './errors/phone.ts'
import { predictions } from './errors/predictions.ts'
import { responses } from './errors/responses.ts'
import { sandbox } from './errors/sandbox.ts'
import { search } from './errors/search.ts'
import { speech } from './errors/speech.ts'
import { swap } from './errors/swap.ts'
import { videos } from './errors/videos.ts'
import { voice } from './errors/voice.ts'
import { voiceStatus } from './errors/voice_status.ts'
import { websearch } from './errors/websearch.ts'

/** All envelopes by name. */
export const envelopes: Readonly<Record<string, Envelope>> = {
  market, messages, counts, native, images, edits, music, speech, videos, passthrough, predictions,
  node, openai_media: openaiMedia, openai, model, numbers, voice, voice_status: voiceStatus, faces,
  funding, phone, responses, sandbox, search, swap, websearch,
}
