/** The recorder has no types of its own: it puts a class on `window`. */
declare module 'mixpanel-browser/dist/mixpanel-recorder.js';
