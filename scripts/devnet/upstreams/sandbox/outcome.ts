/** How a command ended. */

/** What a command leaves behind. */
export interface Outcome {
  stdout: string
  stderr: string
  returncode: number
}

/** An outcome; by default empty and a success. */
export const outcome = (given: Partial<Outcome>): Outcome => ({
  stdout: '',
  stderr: '',
  returncode: 0,
  ...given,
})
