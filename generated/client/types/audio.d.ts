// Code generated from catalog/ by "npm run generate". DO NOT EDIT.

export type MusicId = 'vendorG/music-2.5+' | 'vendorG/music-2.5'

export interface AudioGenerateRequest {
  /** one of the model ids */
  model?: MusicId
  /** style, mood and subject */
  prompt: string
  /** without a voice */
  instrumental?: boolean
  /** the words; if empty, they are written from the prompt */
  lyrics?: string
  /** a hint to the model; without it, songs last about three minutes */
  duration_seconds?: number
}

export type SpeechId = 'vendorH/speech-flash' | 'vendorH/speech-turbo' | 'vendorH/speech-multilingual' | 'vendorH/speech-v3'

export interface AudioSpeechCreateRequest {
  /** one of the model ids */
  model?: SpeechId
  /** what to say */
  input: string
  /** name or id of a voice */
  voice?: string
  response_format?: 'mp3' | 'opus' | 'pcm' | 'wav'
  /** 1 is the voice's own */
  speed?: number
}

export interface AudioSpeechOpenaiCreateRequest {
  /** one of the model ids */
  model?: SpeechId
  /** what to say */
  input: string
  /** name or id of a voice; the names of OpenAI's voices, such as alloy, work too */
  voice?: string
  response_format?: 'mp3' | 'opus' | 'pcm' | 'wav'
  /** 1 is the voice's own */
  speed?: number
  /** audio only - the answer is the sound itself, not events */
  stream_format?: string
}

export interface AudioSoundEffectsCreateRequest {
  /** what the sound is */
  text: string
  /** by default the model chooses */
  duration_seconds?: number
  /** how closely the sound follows the text */
  prompt_influence?: number
  response_format?: 'mp3' | 'opus' | 'pcm'
}
