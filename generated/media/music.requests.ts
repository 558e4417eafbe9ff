// Code generated from catalog/media/music.routes.yaml by "npm run generate". DO NOT EDIT.

export type PostAudioGenerationsBody = {
  /** one of the model ids */
  model: string
  /** style, mood and subject */
  prompt: string
  /** without a voice */
  instrumental: boolean
  /** the words; if empty, they are written from the prompt */
  lyrics: string
  /** a hint to the model; without it, songs last about three minutes */
  duration_seconds: number
}

/** The derived values of GET /api/v1/audio/models. */
export interface GetAudioModelsValues {
  listed: readonly any[]
}
