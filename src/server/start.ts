/** For services that were set up to run this file. */
import './start.mjs';
