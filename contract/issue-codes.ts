import type { z } from 'zod'

/** What is wrong with a field, for code that must not depend on the sentence that a person reads. */
export type IssueCode =
  | 'missing'
  | 'invalid'
  | 'invalid_email'
  | 'invalid_phone'
  | 'short_password'
  | 'weak_password'
  | 'long_password'
  | 'password_mismatch'

/** The parameters of a refinement: `.refine(isGood, { error: 'Un mensaje', params: issueParams('missing') })`. */
export const issueParams = (issueCode: IssueCode) => ({ issueCode })

/** The code of an issue: the one that its refinement names, otherwise the one that follows from zod's own code. */
export function issueCodeOf(issue: z.core.$ZodIssue): IssueCode {
  if (issue.code === 'custom') return (issue.params?.issueCode as IssueCode | undefined) ?? 'invalid'
  if (issue.code === 'invalid_format') return issue.format === 'email' ? 'invalid_email' : 'invalid'
  return isMissing(issue) ? 'missing' : 'invalid'
}

function isMissing(issue: z.core.$ZodIssue): boolean {
  if (issue.code === 'too_small') return issue.minimum === 1 && issue.origin !== 'number'
  // A box that the visitor has not touched may have no value yet.
  if (issue.code === 'invalid_type') return issue.expected === 'boolean'
  return issue.code === 'invalid_value'
}
