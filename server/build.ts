import { builtWebApp } from './web-app/build.ts';

/** `npm run build`: builds the browser app ahead of the first start, as an image does. */
console.log(await builtWebApp());
