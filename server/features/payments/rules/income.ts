/**
 * The definition of income, which every screen shows a part of. All amounts are integer cents of UYU: of one appointment, or the sums of
 * any number of them. `repository/income.ts` reads the facts, and incomeOf() derives the rest.
 */
export type IncomeFacts = {
  /** Completed appointments. */
  consultations: number
  /** Their prices. */
  valueCents: number
  /** What the centre's own promotions took off those prices. */
  centerDiscountCents: number
  /** What promotions and rewards of Senda took off them. */
  sendaDiscountCents: number
  /** What Senda pays the centre for its discounts, as a credit against the commission. */
  creditCents: number
  /** What was given back, or is promised, of the payments for completed appointments, without what was paid twice, and of used sessions. */
  refundedCents: number
  /** What the centre keeps of the payments for cancelled and missed appointments, and the sessions of packages that they use. */
  retainedCents: number
  /**
   * What sessions of packages pay for: the packages were paid when they were sold, so nothing is received for these appointments. Less
   * what was given back of used sessions, on the day of the sale, so a month can have less than nothing.
   */
  packageCents: number
  /** What was paid for packages and not given back, on the day of each payment. It is no income: the sessions are. */
  soldCents: number
  /** The commission, before the credit. */
  commissionCents: number
  /** What the gateway took of it from the payments, before they reached the centre's own account. */
  withheldCents: number
  /** What the patients still have to pay of completed appointments. */
  dueCents: number
  /** Received at the desk, less what the desk gave back. */
  deskCents: number
  /** What the desk still has to give back. */
  toReturnCents: number
  /** Paid online and not refunded: it is in transit until staff pass it on. */
  onlineCents: number
  /** What staff passed on of it, or was paid to the centre's own account; more than `onlineCents` when a patient was refunded afterwards. */
  passedOnCents: number
}

export type Income = IncomeFacts & {
  /** What the centre earned, before the commission. */
  incomeCents: number
  /** What it keeps after the commission. */
  netCents: number
  /** What patients paid and have not got back, at the desk and online. */
  collectedCents: number
  /** Held by Senda until staff pass it on; negative: the centre got it, and the patient was refunded afterwards. */
  inTransitCents: number
  /** What reached the centre: at its desk, passed on by Senda, and on its own account. */
  receivedCents: number
}

export function incomeOf(facts: IncomeFacts): Income {
  const { valueCents, centerDiscountCents, sendaDiscountCents, creditCents, refundedCents, retainedCents } = facts
  const incomeCents =
    valueCents - centerDiscountCents - sendaDiscountCents + creditCents - refundedCents + retainedCents
  return {
    ...facts,
    incomeCents,
    netCents: incomeCents - facts.commissionCents,
    collectedCents: facts.deskCents + facts.onlineCents - facts.toReturnCents,
    inTransitCents: facts.onlineCents - facts.passedOnCents,
    receivedCents: facts.deskCents + facts.passedOnCents - facts.withheldCents,
  }
}

const noFacts: IncomeFacts = {
  consultations: 0,
  valueCents: 0,
  centerDiscountCents: 0,
  sendaDiscountCents: 0,
  creditCents: 0,
  refundedCents: 0,
  retainedCents: 0,
  packageCents: 0,
  soldCents: 0,
  commissionCents: 0,
  withheldCents: 0,
  dueCents: 0,
  deskCents: 0,
  toReturnCents: 0,
  onlineCents: 0,
  passedOnCents: 0,
}

export const noIncome: Income = incomeOf(noFacts)

export const factNames = Object.keys(noFacts) as (keyof IncomeFacts)[]

/** The sum of two. */
export function addIncome(one: IncomeFacts, other: IncomeFacts): Income {
  return incomeOf(Object.fromEntries(factNames.map((name) => [name, one[name] + other[name]])) as IncomeFacts)
}
