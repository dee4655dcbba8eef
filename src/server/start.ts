/** For service definitions that still run this file. */
import './start.mjs';
