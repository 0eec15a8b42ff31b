/**
 * brand.widgetHours as numbers, for the «En línea» of the widget; 1 is Monday. Not in brand.ts, which every page loads before
 * its first press.
 */
export const widgetTimes = { firstWeekday: 1, lastWeekday: 5, fromHour: 9, untilHour: 18 }
