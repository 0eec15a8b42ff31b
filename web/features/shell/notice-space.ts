/**
 * The notices above a page have reserved space before the first paint, so that nothing moves when they load. An attribute of
 * `html` reserves each space; styles read it with `in-[[data-…]]`. `session`: a stored session hides what is for visitors alone
 * (`forVisitors`) until the page knows it.
 */
export const noticeAttributes = {
  email: 'data-email-notice',
  link: 'data-link-notice',
  session: 'data-session',
} as const
type Notice = keyof typeof noticeAttributes

export function setNoticeSpace(notice: Notice, isReserved: boolean): void {
  document.documentElement.toggleAttribute(noticeAttributes[notice], isReserved)
}

export function hasNoticeSpace(notice: Notice): boolean {
  return document.documentElement.hasAttribute(noticeAttributes[notice])
}

/** The class of a link that only a visitor needs. */
export const forVisitors = 'in-[[data-session]]:invisible'

/**
 * Runs in the head, before the first paint: the stored session says whether its address is proven (as
 * hasProvenAddress reads it), the stored session itself, and the page's address whether a mailed link failed.
 */
export const reserveNoticeSpace = `(function(h){
if(/[#&]error(_code)?=/.test(location.hash)&&location.pathname!=='/reset-password')h.setAttribute('${noticeAttributes.link}','')
try{var u=JSON.parse(localStorage.getItem('senda.session')).user
if(u)h.setAttribute('${noticeAttributes.session}','')
if(!/[#&]access_token=/.test(location.hash)&&u.identities&&!u.identities.some(function(i){var d=i.identity_data
return d&&d.email_verified===true&&d.email===u.email}))h.setAttribute('${noticeAttributes.email}','')}catch(e){}
})(document.documentElement)`
