/** The columns of the rule about cancelling, of a service that is offered: the centre's as it is now. */
export const offeredRule = ['center_profiles.late_refund_percent as lateRefundPercent'] as const

/** Of an appointment: the rule under which its time was held, or under which the desk booked it. */
export const agreedRule = ['appointments.late_refund_percent as lateRefundPercent'] as const
