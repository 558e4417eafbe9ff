/** The voices of the local speech upstream. */

const PREMADE = [
  ['EXAVITQu4vr4xnSDxMaL', 'Sarah', 'american', 'female', 'young'],
  ['CwhRBWXzGAHq8TQ4Fs17', 'Roger', 'american', 'male', 'middle_aged'],
  ['FGY2WhTYpPnrIDTdsKH5', 'Laura', 'american', 'female', 'young'],
  ['IKne3meq5aSn9XLyUdCD', 'Charlie', 'australian', 'male', 'young'],
  ['JBFqnCBsd6RMkjVDRZzb', 'George', 'british', 'male', 'middle_aged'],
  ['Xb7hH8MSUJpSbSDYk0k2', 'Alice', 'british', 'female', 'middle_aged'],
  ['TX3LPaxmHKxFdv7VOQHJ', 'Liam', 'american', 'male', 'young'],
  ['21m00Tcm4TlvDq8ikWAM', 'Rachel', 'american', 'female', 'young'],
  ['pNInz6obpgDQGcFmaJgB', 'Adam', 'american', 'male', 'middle_aged'],
] as const

/** The list as `GET /v1/voices` gives it. `origin` is the upstream's, for the samples. */
export const voices = (origin: string): object[] =>
  PREMADE.map(([voice_id, name, accent, gender, age]) => ({
    voice_id,
    name,
    samples: null,
    category: 'premade',
    labels: { accent, description: 'clear', age, gender, use_case: 'narration' },
    description: `${name}, a clear voice.`,
    preview_url: `${origin}/files/${voice_id}.mp3`,
    available_for_tiers: [],
    settings: null,
    sharing: null,
    high_quality_base_model_ids: [],
  }))

/**
 * Ids have twenty letters and digits; those that are not listed may be from the library. One that
 * begins with `nosuch` is not there.
 */
export const isVoice = (id: string): boolean =>
  /^[A-Za-z0-9]{20}$/.test(id) && !id.startsWith('nosuch')
