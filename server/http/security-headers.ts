import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** Pages whose address held a secret behind its #, or holds a token: nobody is told where a visitor came from. */
const secretive = /^\/(verify|confirm|revert)-email$|^\/reset-password$|^\/auth\//;

/** Where reCAPTCHA comes from, when it is offered. */
const recaptcha = {
  scripts: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
  frames: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
};

/**
 * Headers of every reply: nothing comes from elsewhere, no script stands in a page.
 * @param overHttps the public address is https, and browsers may insist on it
 */
export function securityHeaders({
  overHttps,
  withRecaptcha,
  analyticsHost,
}: {
  readonly overHttps: boolean;
  readonly withRecaptcha: boolean;
  /** Where browsers of those who agreed send what is counted; undefined: to us. */
  readonly analyticsHost: string | undefined;
}): RequestHandler {
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...(withRecaptcha ? recaptcha.scripts : [])],
        // Accessible dialogs lock scrolling with a style element of their own; styles cannot call anybody.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        // Sounds that need the access token are fetched and played from memory.
        mediaSrc: ["'self'", 'blob:'],
        connectSrc: ["'self'", ...(analyticsHost === undefined ? [] : [analyticsHost])],
        workerSrc: ["'self'", 'blob:'],
        ...(withRecaptcha && { frameSrc: recaptcha.frames }),
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: overHttps && { maxAge: 31_536_000, includeSubDomains: true },
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
  return (request, response, next) =>
    protect(request, response, error => {
      response.setHeader(
        'Permissions-Policy',
        'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
      );
      if (secretive.test(request.path)) response.setHeader('Referrer-Policy', 'no-referrer');
      next(error);
    });
}
