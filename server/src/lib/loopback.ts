/** Whether a host name or address leads to this machine and nowhere else: localhost, 127.0.0.0/8 or ::1. */
export function isLoopbackName(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|(::ffff:127(\.\d{1,3}){3})|::1|\[::1\])$/i.test(host);
}

/** The host of a `Host` header without its port, in lower case. */
export function hostNameOf(header: string): string {
  return header.replace(/:\d*$/, '').toLowerCase();
}
