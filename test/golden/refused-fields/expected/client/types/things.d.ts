// Code generated from catalog/ by "npm run generate". DO NOT EDIT.

/** Refused: `best_of`, `tier`, `forms`, `store`. */
export interface ThingsRequest {
  model: 'small' | 'large'
  count?: number
}
