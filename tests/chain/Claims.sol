// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {MerkleProof} from "@openzeppelin/contracts/utils/cryptography/MerkleProof.sol";

/// Pays each wallet of a Merkle tree once, as the claim contracts of token sales do.
contract Claims is ERC20 {
    bytes32 public immutable root;
    mapping(address => bool) public isPaid;

    constructor(bytes32 root_) ERC20("Sale", "SALE") {
        root = root_;
    }

    function claim(address wallet, uint256 units, bytes32[] calldata proof) external {
        require(!isPaid[wallet], "Paid already");
        bytes32 leaf = keccak256(bytes.concat(keccak256(abi.encode(wallet, units))));
        require(MerkleProof.verifyCalldata(proof, root, leaf), "Wrong proof");
        isPaid[wallet] = true;
        _mint(wallet, units);
    }
}
