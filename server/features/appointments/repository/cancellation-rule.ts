/** The columns of the rule about cancelling, of an appointment and of a service that is offered: the centre's as it is now. */
export const ruleColumns = ['center_profiles.late_refund_percent as lateRefundPercent'] as const
