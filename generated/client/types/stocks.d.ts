// Code generated from catalog/ by "npm run generate". DO NOT EDIT.

export type EquitiesId = 'us' | 'hk' | 'jp' | 'kr' | 'gb' | 'de' | 'fr' | 'nl' | 'ie' | 'lu' | 'cn' | 'ca'
