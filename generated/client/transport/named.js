// Code generated from catalog/ by "npm run generate". DO NOT EDIT.
/** The challenge with the name of the purchase, which the payment repeats with all extensions. */
export function named(challenge, id) {
  if (id === undefined) return challenge
  const identifier = { 'payment-identifier': { info: { required: false, id } } }
  return { ...challenge, extensions: { ...challenge.extensions, ...identifier } }
}
